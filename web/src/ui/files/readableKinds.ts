const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** Extensions of code and settings. Files without an extension can be dropped. */
const code =
  'ts tsx mts cts js jsx mjs cjs vue svelte astro py pyi java kt kts scala groovy gradle c h cc cpp cxx hh hpp cs fs vb ' +
  'go rs rb php swift dart lua r jl pl pm ex exs erl hs clj elm ml zig sol sh bash zsh ps1 bat cmd sql css scss sass ' +
  'less graphql proto tf hcl nix toml ini cfg conf properties jsonc json5 dockerfile mk cmake diff patch'
const data = 'json geojson jsonl ndjson yaml yml xml rss atom ipynb vtt srt eml mht mhtml rtf'

/** Supported file types for the file chooser. The server decides by content. */
export const readableKinds = [
  '.pdf,.docx,.xlsx,.xlsb,.xls,.pptx,.odt,.ods,.odp,.epub,.csv,.tsv,.txt,.text,.md,.markdown,.html,.htm',
  'application/pdf',
  `${openXml}.wordprocessingml.document,${openXml}.spreadsheetml.sheet,${openXml}.presentationml.presentation`,
  `${openDocument}.text,${openDocument}.spreadsheet,${openDocument}.presentation`,
  'application/vnd.ms-excel,application/epub+zip',
  `${data} ${code}`
    .split(' ')
    .map((ending) => `.${ending}`)
    .join(','),
  'message/rfc822,application/rtf,application/json,application/yaml,application/xml,text/xml,text/vtt',
  'text/csv,text/tab-separated-values,text/plain,text/markdown,text/html',
].join(',')
