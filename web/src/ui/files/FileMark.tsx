import './files.css'

const tones: Record<string, string> = {
  pdf: 'e',
  html: 'w',
  htm: 'w',
  md: 'info',
  markdown: 'info',
  txt: 'p',
  docx: 'info',
  xlsx: 'ok',
  xls: 'ok',
  xlsb: 'ok',
  ods: 'ok',
  csv: 'ok',
  tsv: 'ok',
  pptx: 'e',
  odp: 'e',
  odt: 'info',
  epub: 'p',
  rtf: 'info',
  eml: 'w',
  json: 's',
  jsonl: 's',
  yaml: 's',
  yml: 's',
  xml: 's',
  ipynb: 's',
  png: 's',
  jpg: 's',
}
const LONGEST = 4

/** A small colored icon with a file's extension. */
export function FileMark({ name }: { name: string }) {
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return (
    <span
      className="ft"
      data-tone={tones[ending] ?? 'plain'}
      data-ending={ending.slice(0, LONGEST).toUpperCase() || '·'}
      aria-hidden="true"
    />
  )
}
