import type { CellPart, CodeCell } from './cells.ts'

/** Returns the image of a chart as base64. */
type LoadImage = (fileId: string) => Promise<string>

/** Returns cells as a Jupyter notebook (nbformat 4.5), with their output and charts. */
export async function notebookOf(cells: readonly CodeCell[], load: LoadImage): Promise<string> {
  const written = await Promise.all(
    cells.map(async ({ code, parts }, at) => ({
      cell_type: 'code',
      id: `cell-${at + 1}`,
      execution_count: at + 1,
      metadata: {},
      source: linesOf(code),
      outputs: (await Promise.all(parts.map((part) => outputOf(part, at + 1, load)))).flat(),
    })),
  )
  const metadata = {
    kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' },
    language_info: { name: 'python' },
  }
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells: written }, null, 1)
}

async function outputOf(part: CellPart, count: number, load: LoadImage): Promise<object[]> {
  if ('text' in part) {
    const name = part.kind === 'output' ? 'stdout' : 'stderr'
    return [{ output_type: 'stream', name, text: linesOf(part.text) }]
  }
  if (part.kind === 'table') {
    const { columns, rows } = part.table
    const text = [columns, ...rows].map((row) => row.join('\t')).join('\n')
    const data = { 'text/plain': linesOf(text) }
    return [{ output_type: 'execute_result', execution_count: count, metadata: {}, data }]
  }
  if (part.kind === 'file') return []
  const image = await load(part.fileId).catch(() => null)
  const text = { 'text/plain': [part.alt] }
  const data = image === null ? text : { 'image/png': image, ...text }
  return [{ output_type: 'display_data', metadata: {}, data }]
}

/** Lines with their ends, as notebooks have them. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line, at, all) => (at < all.length - 1 ? `${line}\n` : line))
    .filter((line) => line !== '')
