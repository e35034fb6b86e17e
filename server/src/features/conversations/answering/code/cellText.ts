import type { CellEvent, ChartData } from '../../../codeInterpreter/index.ts'

/**
 * Code, output, charts, and files of the cells of an answer, as one Markdown text: what `code-interpreter-updated` sends
 * and a segment stores. Readers without our client can still read it. Fences are longer than any run of tildes in what
 * they contain.
 */
const FENCE = '~~~~~~~~'

const safe = (text: string) => text.replaceAll(/~{8,}/g, (run) => run.slice(0, 7))

/** Writes the cells of an answer as text. */
export class CellText {
  readonly #write: (text: string) => void
  #isOpen = false

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  code(code: string): void {
    this.#write(`${FENCE}python\n${safe(code.trimEnd())}\n${FENCE}\n\n`)
  }

  output(text: string): void {
    if (text === '') return
    if (!this.#isOpen) this.#write(`${FENCE}output\n`)
    this.#isOpen = true
    this.#write(safe(text))
  }

  table(table: NonNullable<Extract<CellEvent, { kind: 'result' }>['table']>): void {
    this.close()
    this.#write(`${FENCE}table\n${safe(JSON.stringify(table))}\n${FENCE}\n\n`)
  }

  chart(codeFileId: string, charts: readonly ChartData[]): void {
    this.close()
    this.#write(`![${plain(altText(charts))}](code-file:${codeFileId})\n\n`)
    this.#write(`${FENCE}chart\n${safe(JSON.stringify(charts))}\n${FENCE}\n\n`)
  }

  file(codeFileId: string, name: string): void {
    this.close()
    this.#write(`[${plain(name)}](code-file:${codeFileId})\n\n`)
  }

  error(text: string): void {
    this.close()
    this.#write(`${FENCE}error\n${safe(text.trimEnd())}\n${FENCE}\n\n`)
  }

  /** Ends the output of a cell. */
  close(): void {
    if (this.#isOpen) this.#write(`\n${FENCE}\n\n`)
    this.#isOpen = false
  }
}

/** Returns a text without what Markdown would take for an end of a link. */
const plain = (text: string) => text.replaceAll(/[\\[\]\r\n]/g, ' ').trim()

/** Says what a chart shows, for people who don’t see it. */
export function altText(charts: readonly ChartData[]): string {
  const parts = charts.map(({ title, xLabel, yLabel, series }) => {
    const names = series.map(({ label }) => label).filter((label) => label !== '')
    const axes = [xLabel, yLabel].filter((label) => label !== '').join(' × ')
    return [title, axes, names.join(', ')].filter((part) => part !== '').join(': ')
  })
  return parts.filter((part) => part !== '').join('; ')
}
