/** What a chart shows, for the table of its data. */
export interface ChartData {
  title: string
  xLabel: string
  yLabel: string
  series: { label: string; x: (number | string)[]; y: (number | string)[] }[]
}

export interface ResultTable {
  columns: string[]
  rows: string[][]
  total: number
}

export type CellPart =
  | { kind: 'output' | 'error'; text: string }
  | { kind: 'table'; table: ResultTable }
  | { kind: 'chart'; fileId: string; alt: string; charts: ChartData[] }
  | { kind: 'file'; fileId: string; name: string }

export interface CodeCell {
  code: string
  /** The person ran it after the answer. */
  isByPerson?: true
  /** Its code is still being written. */
  isOpen?: true
  parts: CellPart[]
}

const FENCE = '~~~~~~~~'
const BY_PERSON = 'python by-person'
const LINKED = /^(!?)\[(.*)\]\(code-file:([0-9a-f-]{36})\)$/

/** Whether a text of the code interpreter is what the server writes in `cellText.ts`. Any other is shown as it is. */
export const isCode = (text: string): boolean => text.startsWith(`${FENCE}python\n`)

/**
 * Returns the cells in the text of the code interpreter: what the server writes in `cellText.ts`. Null for any other text,
 * which is shown as it is.
 */
export function cellsOf(text: string): CodeCell[] | null {
  if (!isCode(text)) return null
  const cells: CodeCell[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const cell = cells.at(-1)
    if (line.startsWith(FENCE)) {
      const kind = line.slice(FENCE.length)
      const end = lines.indexOf(FENCE, at + 1)
      // While it arrives, the last one has no end yet.
      const inside = lines.slice(at + 1, end < 0 ? undefined : end).join('\n')
      at = end < 0 ? lines.length : end
      if (kind === 'python' || kind === BY_PERSON)
        cells.push({
          code: inside,
          parts: [],
          ...(kind === BY_PERSON && { isByPerson: true }),
          ...(end < 0 && { isOpen: true }),
        })
      else if (cell) addBlock(cell, kind, inside)
    } else if (cell) addLink(cell, line)
  }
  return cells
}

function addBlock({ parts }: CodeCell, kind: string, inside: string): void {
  if (kind === 'output' || kind === 'error') parts.push({ kind, text: inside.replace(/\n$/, '') })
  else if (kind === 'table') {
    const table = parsed<ResultTable>(inside)
    if (table) parts.push({ kind, table })
  } else if (kind === 'chart') {
    const chart = parts.findLast((part) => part.kind === 'chart')
    const charts = parsed<ChartData[]>(inside)
    if (chart && charts) chart.charts = charts
  }
}

function addLink({ parts }: CodeCell, line: string): void {
  const [, isImage, name = '', fileId = ''] = LINKED.exec(line) ?? []
  if (fileId === '') return
  if (isImage) parts.push({ kind: 'chart', fileId, alt: name, charts: [] })
  else parts.push({ kind: 'file', fileId, name })
}

/** Null while it arrives. */
function parsed<T>(json: string): T | null {
  try {
    return JSON.parse(json) as T
  } catch {
    return null
  }
}

/** Returns the data of a chart as a table: the points of each series. */
export function rowsOf({ series }: ChartData): string[][] {
  const keys = [...new Set(series.flatMap(({ x }) => x.map(String)))]
  const isShared = series.length > 1 && series.every(({ x }) => x.length === new Set(x.map(String)).size)
  if (isShared)
    return keys.map((key) => [
      key,
      ...series.map(({ x, y }) => {
        const at = x.map(String).indexOf(key)
        return at < 0 ? '' : String(y[at] ?? '')
      }),
    ])
  return series.flatMap(({ x, y }) => x.map((value, at) => [String(value), String(y[at] ?? '')]))
}
