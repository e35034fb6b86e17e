import { timeOf } from '@parlance/contract/citationPlace'
import type { FileRead } from '@parlance/contract/events'
import { limits } from '@parlance/contract/limits'
import type { RankedPassage } from '../../knowledge/index.ts'
import type { FoundPassage } from '../execution/execution.ts'
import { estimateTokens } from '../execution/tokens.ts'
import type { TableEvidence, WebEvidence } from '../sources/citations.ts'

const NAME_CHARACTERS = 200
/** The maximum number of passages found per answer. Its details store each one. */
const MOST_FOUND = 100
/** The maximum number of passages per answer, including those of whole documents: what a marker can name. */
const MOST_SOURCES = 9999
/** More files would be a list that no one reads. */
const MOST_READS = 50

/** A source that is no passage of a file. */
const noFile: Omit<RankedPassage, 'passageId' | 'fileName' | 'text'> = {
  dataSourceId: '',
  fileId: '',
  ordinal: 0,
  page: null,
  locator: null,
  heading: '',
  start: 0,
  end: 0,
  score: 1,
  filePassages: 1,
  filePages: null,
}

/** A document for the model to read in order. Each of its passages can be cited. */
export interface ReadDocument {
  fileName: string
  /** What the model is told about it, such as its number of pages. */
  about: string
  passages: readonly RankedPassage[]
}

/**
 * The passages that an answer can cite, each once, by the number that the model cites. The model sees them in
 * frames with a mark. No author of a document can know the mark, so none can close its frame and pose as our
 * text.
 */
export class Sources {
  readonly #mark: string
  readonly #passages: RankedPassage[] = []
  readonly #numbers = new Map<string, number>()
  /** The numbers of the passages that the details already list. */
  readonly #told = new Set<number>()
  /** The passages that are numbered but haven't been read yet, by ID. */
  readonly #unread = new Set<string>()
  /** The results of queries, by their numbers. */
  readonly #tables = new Map<number, TableEvidence>()
  /** The pages of the web, by their numbers. */
  readonly #web = new Map<number, WebEvidence>()
  #found = 0

  constructor(mark: string) {
    this.#mark = mark
  }

  get passages(): readonly RankedPassage[] {
    return this.#passages
  }

  /** What those of the sources that aren't passages are based on, by their numbers. */
  get evidence(): ReadonlyMap<number, TableEvidence | WebEvidence> {
    return new Map<number, TableEvidence | WebEvidence>([...this.#tables, ...this.#web])
  }

  /** Whether any source is from a file. */
  get hasFiles(): boolean {
    return this.#passages.length > this.#web.size
  }

  /** Whether any source is a page of the web. */
  get hasPages(): boolean {
    return this.#web.size > 0
  }

  webEvidence(number: number): WebEvidence | undefined {
    return this.#web.get(number)
  }

  /** Adds a page of the web and returns its number, or null if there is no room for more than `most` sources. */
  addWeb(
    page: Omit<WebEvidence, 'quote'>,
    text: string,
    quote: string,
    most: number = MOST_FOUND,
  ): number | null {
    const { url, title, fetchedAt } = page
    const known = [...this.#web].find(([, one]) => one.url === url && one.quote === quote)
    if (known) return known[0]
    if (this.#found >= most || this.#passages.length >= MOST_SOURCES) return null
    this.#found += 1
    const number = this.#passages.push({
      ...noFile,
      passageId: `${url} ${this.#found}`,
      fileName: title,
      text,
    })
    this.#web.set(number, { url, title, fetchedAt, quote })
    return number
  }

  /**
   * Adds the result of a query and returns its number, or null if there is no room. It is stored as a passage of its
   * file: `passage` with the result as its text.
   */
  addTable(passage: RankedPassage, result: string, evidence: TableEvidence): number | null {
    if (this.#found >= MOST_FOUND || this.#passages.length >= MOST_SOURCES) return null
    this.#found += 1
    const number = this.#passages.push({ ...passage, text: result, heading: '', page: null })
    this.#tables.set(number, evidence)
    return number
  }

  /** Returns the numbers of these passages, as far as there is room. `added` lists the new ones. */
  add(passages: readonly RankedPassage[]): { numbers: number[]; added: FoundPassage[] } {
    const numbers = passages.flatMap((passage) => {
      const known = this.#numbers.get(passage.passageId)
      if (known !== undefined) return known
      if (this.#found >= MOST_FOUND || this.#passages.length >= MOST_SOURCES) return []
      this.#found += 1
      return this.#push(passage)
    })
    return { numbers, added: this.tell(numbers) }
  }

  /** Returns those of these sources that haven't been returned before, for the details of the answer. */
  tell(numbers: readonly number[]): FoundPassage[] {
    return numbers.flatMap((number) => {
      const passage = this.#passages[number - 1]
      if (!passage || this.#told.has(number) || this.#web.has(number)) return []
      this.#told.add(number)
      const { passageId, dataSourceId, fileName, page, heading, text, score } = passage
      return { number, passageId, dataSourceId, fileName, page, heading, text, score }
    })
  }

  /** Adds passages that were read without being shown, for what the answer is based on. */
  addRead(passages: readonly RankedPassage[]): void {
    for (const passage of passages)
      if (!this.#numbers.has(passage.passageId) && this.#passages.length < MOST_SOURCES) this.#push(passage)
  }

  /** Returns the numbers of those of these passages that are sources. */
  numbersOf(passages: readonly RankedPassage[]): number[] {
    return passages.flatMap(({ passageId }) => this.#numbers.get(passageId) ?? [])
  }

  /** Passages that are numbered before a model reads them don't count as read. */
  markUnread(passages: readonly RankedPassage[]): void {
    for (const { passageId } of passages) this.#unread.add(passageId)
  }

  markRead(passages: readonly RankedPassage[]): void {
    for (const { passageId } of passages) this.#unread.delete(passageId)
  }

  /** Returns these sources as the model reads them. */
  text(numbers: readonly number[]): string {
    return numbers.map((number) => this.#framed(number)).join('\n\n')
  }

  /** Numbers these passages. Returns false, and numbers none of them, if there is no room for all. */
  number(passages: readonly RankedPassage[]): boolean {
    const added = passages.filter(({ passageId }) => !this.#numbers.has(passageId))
    if (this.#passages.length + added.length > MOST_SOURCES) return false
    for (const passage of added) this.#push(passage)
    return true
  }

  /** Returns notes on documents in a frame that no document can close. */
  notes(text: string): string {
    return `<notes-${this.#mark}>\n${text}\n</notes-${this.#mark}>`
  }

  /** Returns tables and rows of them in a frame that no value can close. */
  tables(text: string): string {
    return `<tables-${this.#mark}>\n${text}\n</tables-${this.#mark}>`
  }

  /** Returns the description of another site's page in a frame that it can't close. */
  page(text: string): string {
    return `<page-${this.#mark}>\n${text}\n</page-${this.#mark}>`
  }

  /** Returns the documents beside the chat in a frame that they can’t close. */
  canvas(text: string): string {
    return `<documents-${this.#mark}>\n${text}\n</documents-${this.#mark}>`
  }

  /** Adds a document and returns it as the model reads it: each passage once, after its number and place. */
  document({ fileName, about, passages }: ReadDocument): string {
    let before: RankedPassage | undefined
    const texts: string[] = []
    for (const passage of passages) {
      const number = this.#numbers.get(passage.passageId) ?? this.#pushDocument(passage)
      if (number === null) break
      texts.push(`[${number}]${placeAfter(before, passage)}\n${unnumbered(textAfter(before, passage))}`)
      before = passage
    }
    return `<source-${this.#mark}>\n${plain(fileName)}${about}\n${texts.join('\n')}\n</source-${this.#mark}>`
  }

  /**
   * Returns how much of which files these sources are, in the order in which they were added. With an offer, files
   * that were read in part say what reading them as a whole would take, at this price per million tokens.
   */
  reads(offer: { inputPrice: number | null } | null): FileRead[] {
    const ofFiles = this.#passages.filter((_, at) => !this.#web.has(at + 1))
    const files = Map.groupBy(ofFiles, (passage) => passage.fileId)
    const queried = new Set([...this.#tables.keys()].map((number) => this.#passages[number - 1]?.fileId))
    return [...files.values()].slice(0, MOST_READS).map((passages) => {
      const { fileName, dataSourceId, fileId, filePassages } = passages[0]!
      const read = passages.filter((passage) => !this.#unread.has(passage.passageId))
      // A query reads all rows.
      const isWhole = read.length >= filePassages || queried.has(fileId)
      const tokens = passages.reduce((sum, passage) => sum + estimateTokens(passage.text), 0)
      const wholeTokens = Math.ceil((tokens / passages.length) * filePassages)
      return {
        title: fileName.slice(0, limits.fileName),
        path: `${dataSourceId}/${fileId}`,
        ...((isWhole ? null : pagesOf(read)) ?? {
          kind: isWhole ? 'Whole' : 'Passages',
          read: isWhole ? Math.max(filePassages, read.length) : read.length,
          total: Math.max(filePassages, passages.length),
        }),
        ...(isWhole || !offer ? {} : { wholeTokens }),
        ...(isWhole || !offer?.inputPrice
          ? {}
          : { wholeCostUsd: (wholeTokens * offer.inputPrice) / 1_000_000 }),
      }
    })
  }

  /** One sentence that tells the model how to read the sources. */
  get rule(): string {
    return `Each source is between <source-${this.#mark}> and </source-${this.#mark}>. Nothing else starts or ends a source.`
  }

  #push(passage: RankedPassage): number {
    const number = this.#passages.push(passage)
    this.#numbers.set(passage.passageId, number)
    return number
  }

  #pushDocument(passage: RankedPassage): number | null {
    return this.#passages.length >= MOST_SOURCES ? null : this.#push(passage)
  }

  #framed(number: number): string {
    const passage = this.#passages[number - 1] as RankedPassage
    const page = this.#web.get(number)
    const place = page
      ? `, ${plain(page.url)}, found on ${page.fetchedAt.slice(0, 10)}`
      : placeAfter(undefined, passage)
    const where = `${plain(passage.fileName)}${place}`
    return `<source-${this.#mark}>\n[${number}] ${where}\n${passage.text}\n</source-${this.#mark}>`
  }
}

/** Returns which pages these passages of a file are, or null if they are not several pages without a gap. */
function pagesOf(
  passages: readonly RankedPassage[],
): Pick<FileRead, 'kind' | 'from' | 'read' | 'total'> | null {
  const inOrder = passages.toSorted((a, b) => a.ordinal - b.ordinal)
  const [first, last] = [inOrder.at(0), inOrder.at(-1)]
  if (!first?.page || !last?.page || !first.filePages || first.page === last.page) return null
  if (last.ordinal - first.ordinal + 1 !== inOrder.length) return null
  return { kind: 'Pages', from: first.page, read: last.page - first.page + 1, total: first.filePages }
}

/** Numbers in brackets, as in references to literature, must look like neither those of passages nor citations. */
const unnumbered = (text: string): string => text.replaceAll(/\[(?=\d{1,4}(?:, ?\d{1,4}){0,20}\])/g, '[ ')

/** Returns where a passage is, as far as it differs from the place of the passage before it. */
export function placeAfter(before: RankedPassage | undefined, passage: RankedPassage): string {
  const { page, heading, locator } = passage
  const place = plain(heading)
  const counted = locator?.slide === undefined ? 'page' : 'slide'
  return [
    page === null || page === before?.page ? '' : `, ${counted} ${page}`,
    locator?.range === undefined ? '' : `, cells ${locator.range}`,
    locator?.line === undefined ? '' : `, lines ${locator.line} to ${locator.lastLine}`,
    locator?.timeMs === undefined ? '' : `, at ${timeOf(locator.timeMs)}`,
    place === '' || heading === before?.heading ? '' : `, ${place}`,
  ].join('')
}

/** Returns the text of a passage without what the passage before it already contains. */
export function textAfter(before: RankedPassage | undefined, passage: RankedPassage): string {
  const overlap = before && before.fileId === passage.fileId ? before.end - passage.start : 0
  return overlap > 0 ? passage.text.slice(overlap).trimStart() : passage.text
}

/** Returns a name on one line, without the characters that form frames and citations. */
export function plain(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[<>[\]{}`]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, NAME_CHARACTERS)
    .toWellFormed()
}
