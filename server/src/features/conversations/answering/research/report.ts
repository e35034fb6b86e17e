import type { StreamedCitation } from '@parlance/contract/events'
import { limits } from '@parlance/contract/limits'
import { cutTo } from '../../../../platform/language/cutTo.ts'
import { plain } from '../sources.ts'
import type { ResearchTexts } from './researchTexts.ts'

const MARKER = / ?\[(\d{1,4}(?:, ?\d{1,4})*)\](?!\()/g
/** The same as models write it, also as a range or with other separators. */
const WRITTEN = / ?\[(\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*)\](?!\()/g
/** A longer range is one of years, for example. */
const LONGEST_RANGE = 20
const MOST_CITED = 200
const BODY_CHARACTERS = 100_000

export interface CheckedText {
  text: string
  /** The sources that it cites, in the order of their first appearance. The first one is number 1 in the text. */
  numbers: number[]
  /** How many citations were removed. */
  removed: number
}

/** Returns the numbers of a citation as a model wrote it; null if it is no citation. */
function numbersOf(list: string): number[] | null {
  const numbers = list.split(/[,;]/).map((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map(Number)
    return to - from < LONGEST_RANGE
      ? Array.from({ length: Math.max(1, to - from + 1) }, (_, at) => from + at)
      : []
  })
  return numbers.some((range) => range.length === 0) ? null : numbers.flat()
}

/** Renumbers citations in their order, and removes those of sources that weren’t found, whatever a model wrote. */
export function checkedCitations(written: string, found: ReadonlySet<number>): CheckedText {
  const numbers: number[] = []
  let removed = 0
  const text = written.replaceAll(WRITTEN, (marker, list: string) => {
    const named = numbersOf(list)
    if (!named) return marker
    const places = named.flatMap((number) => {
      if (!found.has(number) || (!numbers.includes(number) && numbers.length >= MOST_CITED)) {
        removed += 1
        return []
      }
      if (!numbers.includes(number)) numbers.push(number)
      return numbers.indexOf(number) + 1
    })
    const space = marker.startsWith(' ') ? ' ' : ''
    return places.length === 0 ? '' : `${space}[${[...new Set(places)].join(', ')}]`
  })
  return { text, numbers, removed }
}

/** Removes citations of sources that weren’t found, and leaves the others as they are. */
export function checkedNumbers(written: string, found: ReadonlySet<number>): string {
  return written.replaceAll(WRITTEN, (marker, list: string) => {
    const named = numbersOf(list)
    if (!named) return marker
    const kept = named.filter((number) => found.has(number))
    return kept.length === 0 ? '' : `${marker.startsWith(' ') ? ' ' : ''}[${kept.join(', ')}]`
  })
}

/** Returns notes with the numbers that their sources have now; null if one of them can’t be read anymore. */
export function renumbered(notes: string, numberOf: ReadonlyMap<number, number>): string | null {
  let isComplete = true
  const text = notes.replaceAll(MARKER, (marker, list: string) => {
    const now = list.split(',').map((one) => numberOf.get(Number(one)))
    if (now.some((one) => one === undefined)) isComplete = false
    return `${marker.startsWith(' ') ? ' ' : ''}[${now.join(', ')}]`
  })
  return isComplete ? text : null
}

/** Returns the numbers of the sources that a text cites. */
export function citedNumbers(text: string): number[] {
  return [...text.matchAll(MARKER)].flatMap(([, list = '']) => list.split(',').map(Number))
}

/** Returns the part of a report that comes first: what is below its first heading, or its first paragraph. */
export function summaryOf(body: string): string {
  const [first = '', second = ''] = body
    .trim()
    .split(/^#{1,6} .*$/m)
    .map((part) => part.trim())
  const summary = first || second
  return summary === '' ? '' : cutTo(summary, 3000)
}

export interface ReportParts {
  title: string
  /** Markdown whose citations are checked. */
  body: string
  citations: readonly StreamedCitation[]
  /** The queries that found nothing. */
  without: readonly string[]
  /** What couldn’t be answered or wasn’t looked into, as sentences. */
  open: readonly string[]
}

/** Returns the report as Markdown, with its sources, what was searched without result, and what remained open. */
export function reportOf(
  { title, body, citations, without, open }: ReportParts,
  texts: ResearchTexts,
): string {
  const list = (heading: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`## ${heading}`, items.map((item) => `- ${item}`).join('\n')]
  return [
    `# ${plain(title)}`,
    cutTo(body.trim(), BODY_CHARACTERS),
    ...list(
      texts.sources,
      citations.map((one) => `[${one.citationId}] ${named(one, texts)}`),
    ),
    ...list(
      texts.without,
      without.map((query) => `“${plain(query)}”`),
    ),
    ...list(texts.open, open),
  ].join('\n\n')
}

function named({ title, url, page, fetchedAt }: StreamedCitation, texts: ResearchTexts): string {
  const name = plain(title)
  if (url)
    return `${name}: <${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>${fetchedAt ? `, ${texts.readOn(fetchedAt.slice(0, 10))}` : ''}`
  return page === null ? name : `${name}, ${texts.page(page)}`
}

/** Whether a report can be stored as a document. */
export const fitsDocument = (content: string): boolean => Buffer.byteLength(content) <= limits.documentBytes
