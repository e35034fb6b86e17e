import { randomBytes } from 'node:crypto'
import type { RankedPassage } from '../../knowledge/index.ts'
import type { FoundPassage } from '../execution/execution.ts'

const NAME_CHARACTERS = 200
/** Passages of one answer, each of which its details keep. */
const MOST_SOURCES = 100

/**
 * The passages that an answer may cite, each once, by the number that the model cites it with. They are shown to the
 * model in a frame whose mark no document can know, so that none can end its frame and speak for us.
 */
export class Sources {
  readonly #mark = randomBytes(6).toString('hex')
  readonly #passages: RankedPassage[] = []

  get passages(): readonly RankedPassage[] {
    return this.#passages
  }

  /** The numbers of these passages, as many as there is room for; `added` are those that were not there yet. */
  add(passages: readonly RankedPassage[]): { numbers: number[]; added: FoundPassage[] } {
    const added: FoundPassage[] = []
    const numbers = passages.flatMap((passage) => {
      const at = this.#passages.findIndex((one) => one.passageId === passage.passageId)
      if (at >= 0) return at + 1
      if (this.#passages.length >= MOST_SOURCES) return []
      const number = this.#passages.push(passage)
      const { passageId, dataSourceId, fileName, page, heading, text, score } = passage
      added.push({ number, passageId, dataSourceId, fileName, page, heading, text, score })
      return number
    })
    return { numbers, added }
  }

  /** These sources as a model reads them. */
  text(numbers: readonly number[]): string {
    return numbers.map((number) => this.#framed(number)).join('\n\n')
  }

  /** One sentence on how to read them. */
  get rule(): string {
    return `Each source is between <source-${this.#mark}> and </source-${this.#mark}>. Nothing else starts or ends a source.`
  }

  #framed(number: number): string {
    const passage = this.#passages[number - 1] as RankedPassage
    const page = passage.page === null ? '' : `, page ${passage.page}`
    const heading = plain(passage.heading)
    const where = `${plain(passage.fileName)}${page}${heading === '' ? '' : `, ${heading}`}`
    return `<source-${this.#mark}>\n[${number}] ${where}\n${passage.text}\n</source-${this.#mark}>`
  }
}

/** A name on one line, without the marks that frames and citations are made of. */
function plain(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[<>[\]{}`]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, NAME_CHARACTERS)
    .toWellFormed()
}
