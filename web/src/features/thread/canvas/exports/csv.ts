/** Reads the rows of a CSV text, with commas or, if the first line has none, semicolons or tabs. */
export function rowsOf(text: string, most = Number.POSITIVE_INFINITY): string[][] {
  const [first = ''] = text.split('\n', 1)
  const separator = first.includes(',') ? ',' : first.includes(';') ? ';' : first.includes('\t') ? '\t' : ','
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length && rows.length < most; at += 1) {
    const one = text[at]!
    if (isQuoted) {
      if (one !== '"') cell += one
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (one === '"' && cell === '') isQuoted = true
    else if (one === separator) {
      row.push(cell)
      cell = ''
    } else if (one === '\n') endRow()
    else if (one !== '\r') cell += one
  }
  if (rows.length < most && (cell !== '' || row.length > 0)) endRow()
  return rows
}
