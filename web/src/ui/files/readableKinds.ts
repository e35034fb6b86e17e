/** Supported file types for the file chooser. The server decides by content. */
export const readableKinds = [
  '.pdf,.docx,.txt,.text,.md,.markdown,.html,.htm',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain,text/markdown,text/html',
].join(',')
