const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** Supported file types for the file chooser. The server decides by content. */
export const readableKinds = [
  '.pdf,.docx,.xlsx,.xlsb,.xls,.pptx,.odt,.ods,.odp,.epub,.csv,.tsv,.txt,.text,.md,.markdown,.html,.htm',
  'application/pdf',
  `${openXml}.wordprocessingml.document,${openXml}.spreadsheetml.sheet,${openXml}.presentationml.presentation`,
  `${openDocument}.text,${openDocument}.spreadsheet,${openDocument}.presentation`,
  'application/vnd.ms-excel,application/epub+zip',
  'text/csv,text/tab-separated-values,text/plain,text/markdown,text/html',
].join(',')
