import { randomBytes } from 'node:crypto'
import type { RankedPassage } from '../../knowledge/index.ts'
import type { FoundPassage } from '../execution/execution.ts'

const NAME_CHARACTERS = 200
/** The maximum number of passages per answer. Its details store each one. */
const MOST_SOURCES = 100

/**
 * The passages that an answer can cite, each once, by the number that the model cites. The model sees them in a
 * frame with a random mark. No document can know the mark, so none can close its frame and pose as our text.
 */
export class Sources {
  readonly #mark = randomBytes(6).toString('hex')
  readonly #passages: RankedPassage[] = []

  get passages(): readonly RankedPassage[] {
    return this.#passages
  }

  /** Returns the numbers of these passages, as far as there is room. `added` lists the new ones. */
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

  /** Returns these sources as the model reads them. */
  text(numbers: readonly number[]): string {
    return numbers.map((number) => this.#framed(number)).join('\n\n')
  }

  /** One sentence that tells the model how to read the sources. */
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

/** Returns a name on one line, without the characters that form frames and citations. */
function plain(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[<>[\]{}`]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, NAME_CHARACTERS)
    .toWellFormed()
}
