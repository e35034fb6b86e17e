/** A line of an answer without its Markdown. */
export interface Line {
  kind: 'Text' | 'Heading' | 'Item' | 'Row'
  /** Of a heading, from 1; of a list item, its indentation. */
  depth: number
  text: string
  /** Of a row: its cells, each with the name of its column, if the table has a header. */
  cells: readonly { name: string; text: string }[]
}

/** Longer lines aren't rows, headings, or items: reading them as text is enough. */
const LONGEST_ROW = 20_000
const entities: Record<string, string> = {
  '&nbsp;': ' ',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&euro;': '€',
}

/** Removes emphasis, links, citation marks, and tags. */
function withoutMarks(text: string): string {
  return text
    .replace(/&(?:nbsp|amp|lt|gt|quot|#39|euro);/g, (entity) => entities[entity] ?? ' ')
    .replace(/^\[[ xX]\] /, '')
    .replace(/<br ?\/?>/gi, '; ')
    .replace(/<\/?[a-z]{1,12}>/gi, ' ')
    .replace(/【[^【】]{0,80}】/g, ' ')
    .replace(/\[\^?\d{1,3}(?:, ?\^?\d{1,3}){0,20}\](?!\()/g, ' ')
    .replace(/!?\[([^[\]\n]{0,500})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/\\([\\_[\](){}#+.!|>~*$-])/g, '$1')
    .replace(/[*`~]/g, '')
    .replaceAll('_', ' ')
}

const cellsOf = (line: string): string[] => {
  const cells = line.split('|').map((cell) => withoutMarks(cell).trim())
  if (line.startsWith('|')) cells.shift()
  if (line.endsWith('|')) cells.pop()
  return cells
}

const isRule = (line: string): boolean => /^[\s:|-]+$/.test(line) && line.includes('-') && line.includes('|')
const isRow = (line: string): boolean => line.length <= LONGEST_ROW && line.includes('|')
const isFence = (line: string): boolean => line.startsWith('```') || line.startsWith('~~~')
const isDivider = (line: string): boolean => /^[-*_= ]{3,}$/.test(line)

/** Returns the lines of an answer. Numbers of lists are no numbers of the answer, so they are left out. */
export function linesOf(answer: string): Line[] {
  const raw = answer.split(/\r\n|[\n\r\f\u2028]/)
  const found: Line[] = []
  let header: string[] | null = null
  for (const [at, untrimmed] of raw.entries()) {
    const line = untrimmed.trim().replace(/^(?:> ?){1,9}/, '')
    if (line === '' || isFence(line) || isDivider(line)) {
      header = null
      continue
    }
    const next = (raw[at + 1] ?? '').trim()
    if (isRow(line) && isRule(line)) continue
    if (isRow(line) && isRow(next) && isRule(next)) {
      header = cellsOf(line)
      continue
    }
    if (header !== null && isRow(line)) {
      const names: string[] = header
      const cells = cellsOf(line).map((text, column) => ({ name: names[column] ?? '', text }))
      found.push({ kind: 'Row', depth: 0, text: '', cells })
      continue
    }
    header = null
    found.push(lineOf(line, untrimmed.length - untrimmed.trimStart().length))
  }
  return found
}

function lineOf(line: string, indentation: number): Line {
  const heading = /^(#{1,6}) /.exec(line)
  if (heading)
    return {
      kind: 'Heading',
      depth: heading[1]!.length,
      text: withoutMarks(line.slice(heading[0].length)),
      cells: [],
    }
  const item = /^(?:[•‣▪·] {0,3}|[-*+–] {1,3}|\(?(?:\d{1,3}|[٠-٩]{1,3}|[a-z])[.)] )/.exec(line)
  if (item)
    return { kind: 'Item', depth: indentation, text: withoutMarks(line.slice(item[0].length)), cells: [] }
  // A line of nothing but bold text is a heading that was written as a paragraph.
  const isBold = line.length < 200 && line.startsWith('**') && line.indexOf('**', 2) >= line.length - 3
  return { kind: isBold ? 'Heading' : 'Text', depth: isBold ? 6 : 0, text: withoutMarks(line), cells: [] }
}
