import { cutTo } from '../../../platform/language/cutTo.ts'
import type { CellEvent, ChartData } from '../../codeInterpreter/index.ts'

/**
 * Code, output, charts, and files of the cells of an answer, as one Markdown text: what `code-interpreter-updated` sends
 * and a segment stores. Readers without our client can still read it. Fences are longer than any run of tildes in what
 * they contain.
 */
const FENCE = '~~~~~~~~'

/** The most characters of an answer, because it is stored, and sent as a whole to everyone who opens it. */
export const MOST_CELL_TEXT = 500_000
const LEFT_OUT = '\n… (more output is left out)\n'

export const END_OF_BLOCK = `\n${FENCE}\n\n`

/** Whether the last block of a text has no end, because its answer was stopped. */
export const isOpen = (text: string): boolean => (text.match(/^~{8}/gm)?.length ?? 0) % 2 === 1

/** Returns the code of the cells in a text, the oldest first. One that is cut off at the beginning is left out. */
export const cellsIn = (text: string): string[] =>
  [...text.matchAll(/^~{8}python(?: by-person)?\n([\s\S]*?)\n~{8}$/gm)].map(([, code]) => code ?? '')

const LINKED = /^(!?)\[(.*)\]\(code-file:[0-9a-f-]{36}\)$/

/** The words for what a file of text can’t contain. */
export interface CodeWords {
  chart(description: string): string
  file(name: string): string
}

/** Returns the text for readers without our client: tables as rows, and charts and files by name. */
export function readableCode(text: string, { chart, file }: CodeWords): string {
  const lines: string[] = []
  let kind: string | null = null
  for (const line of text.split('\n')) {
    if (line.startsWith(FENCE)) {
      const ended = kind
      kind = kind === null ? line.slice(FENCE.length) : null
      // The data of charts is left out. They have a description.
      if ((ended ?? kind) !== 'chart') lines.push(kind === 'table' ? FENCE : line)
      continue
    }
    if (kind === 'chart') continue
    if (kind === 'table') lines.push(rowsOf(line))
    else if (kind !== null) lines.push(line)
    else {
      const [, isImage, name] = LINKED.exec(line) ?? []
      lines.push(name === undefined ? line : isImage ? chart(name) : file(name))
    }
  }
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function rowsOf(json: string): string {
  try {
    const { columns, rows } = JSON.parse(json) as { columns: string[]; rows: string[][] }
    return [columns, ...rows].map((row) => row.join('\t')).join('\n')
  } catch {
    // The answer was stopped while it was written.
    return json
  }
}

/** A description that is read aloud. */
const MOST_ALT = 1000

const safe = (text: string) => text.replaceAll(/~{8,}/g, (run) => run.slice(0, 7))

/** Writes the cells of an answer as text. */
export class CellText {
  readonly #write: (text: string) => void
  #isOpen = false
  #left: number
  #endsInTilde = false
  /** Code that is being written: what is shown of it so far. */
  #live: string | null = null

  /** `written` is the number of characters that the answer has already. */
  constructor(write: (text: string) => void, written = 0) {
    this.#write = write
    this.#left = MOST_CELL_TEXT - written
  }

  /** Shows lines of code that a model is writing. `code` then gets the whole. */
  codeLines(lines: string): void {
    if (lines === '' || lines.length > this.#left) return
    if (this.#live === null) {
      this.close()
      this.#write(`${FENCE}python\n`)
      this.#live = ''
    }
    this.#live += lines
    this.#left -= lines.length
    this.#write(safe(lines))
  }

  code(code: string, isByPerson = false): void {
    const rest = this.#live !== null && code.startsWith(this.#live) ? code.slice(this.#live.length) : null
    if (rest !== null && rest.length <= this.#left) {
      this.#left -= rest.length
      this.#write(safe(rest.trimEnd()))
      this.close()
      return
    }
    this.close()
    this.#block(isByPerson ? 'python by-person' : 'python', code.trimEnd())
  }

  output(text: string): void {
    if (text === '' || this.#left <= 0) return
    if (!this.#isOpen) this.#write(`${FENCE}output\n`)
    this.#isOpen = true
    // Two pieces must not become a fence together.
    if (this.#endsInTilde && text.startsWith('~')) this.#write(' ')
    this.#endsInTilde = text.endsWith('~')
    this.#write(safe(cutTo(text, this.#left)))
    this.#left -= text.length
    if (this.#left <= 0) this.#write(LEFT_OUT)
  }

  table(table: NonNullable<Extract<CellEvent, { kind: 'result' }>['table']>): void {
    this.close()
    this.#block('table', JSON.stringify(table))
  }

  chart(codeFileId: string, charts: readonly ChartData[]): void {
    this.close()
    const alt = plain(altText(charts))
    this.#link(`![${alt}](code-file:${codeFileId})\n\n`)
    this.#block('chart', JSON.stringify(charts))
  }

  file(codeFileId: string, name: string): void {
    this.close()
    this.#link(`[${plain(name)}](code-file:${codeFileId})\n\n`)
  }

  error(text: string): void {
    this.close()
    this.#block('error', text.trimEnd())
  }

  /** Charts and files are written without room, too, because otherwise no one finds them. There are few. */
  #link(link: string): void {
    this.#left -= link.length
    this.#write(link)
  }

  /** Writes a block as a whole, or not at all if there is no room for it. */
  #block(kind: string, text: string): void {
    if (text.length > this.#left) return
    this.#left -= text.length
    this.#write(`${FENCE}${kind}\n${safe(text)}\n${FENCE}\n\n`)
  }

  /** Ends the output of a cell, or code that was begun. */
  close(): void {
    if (this.#isOpen || this.#live !== null) this.#write(END_OF_BLOCK)
    this.#isOpen = false
    this.#live = null
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
  return cutTo(parts.filter((part) => part !== '').join('; '), MOST_ALT)
}
