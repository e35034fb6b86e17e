import { limits } from '@parlance/contract/limits'
import type { CaseResult } from '../data/api.ts'
import type { CaseValues } from './caseForm.ts'

/** What begins a heading, a quotation, or an item of a list. */
const lead = /^(?:#{1,6} |> ?|[-*+] |\d{1,3}[.)] )+/

/** Whether a line is only layout: a rule, a fence, or the line below the head of a table. */
const isLayout = (line: string): boolean =>
  line.startsWith('```') || line.startsWith('~~~') || [...line].every((sign) => '-*_=|: '.includes(sign))

/** The text of a line without its formatting and citations. */
function plain(line: string): string {
  const text = line
    .replace(lead, '')
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, '')
    .replace(/\[([^[\]]+)\]\([^()]*\)/g, '$1')
    .replace(/\[\^?\d{1,4}\]/g, '')
    .replace(/\*\*|__|~~|`/g, '')
    .replace(/(^|[ (])[*_]([^ *_][^*_]*)[*_]/g, '$1$2')
  const cells = text.startsWith('|') ? text.split('|').map((cell) => cell.trim()) : [text]
  return oneSpaced(cells.filter((cell) => cell !== '').join(': ')).replace(/ ([.,;:!?])/g, '$1')
}

const oneSpaced = (text: string): string => text.trim().split(/\s+/).join(' ')

/** The sentences of an answer that can be facts of a case: each once, and none that is too long. */
export function sentencesOf(answer: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
  const found = new Map<string, string>()
  for (const raw of answer.split(/\r\n|\r|\n/)) {
    const line = oneSpaced(raw)
    if (isLayout(line)) continue
    for (const { segment } of segmenter.segment(plain(line))) {
      const text = segment.trim()
      const hasWords = /[\p{L}\p{N}]/u.test(text)
      if (hasWords && [...text].length <= limits.expectedText) found.set(text.toLowerCase(), text)
    }
  }
  return [...found.values()]
}

export interface Accepted {
  values: Partial<CaseValues>
  /** What was expected or forbidden, but isn’t anymore, because the answer says otherwise. */
  dropped: string[]
}

/**
 * What a case expects once an answer is accepted: what it said of the expected facts and sources, and its sentences
 * as facts. A person confirms them.
 */
export function acceptedOf(values: CaseValues, result: CaseResult): Accepted {
  const saidNot = new Set(result.facts.flatMap(({ text, found }) => (found ? [] : [text])))
  const said = new Set(result.forbidden.flatMap(({ text, found }) => (found ? [text] : [])))
  const isUncited = ({ fileId, page }: CaseValues['expectedCitations'][number]) =>
    result.citations.some(
      (one) => !one.found && one.fileId === fileId && String(one.page ?? '') === page.trim(),
    )
  const kept = result.refused ? [] : values.expectedFacts.filter((text) => !saidNot.has(text))
  const known = new Set(kept.map((text) => text.toLowerCase()))
  const added = result.refused
    ? []
    : sentencesOf(result.answer).filter((text) => !known.has(text.toLowerCase()))
  return {
    values: {
      expectedFacts: [...kept, ...added].slice(0, limits.expectedTexts),
      forbidden: values.forbidden.filter((text) => !said.has(text)),
      expectedCitations: values.expectedCitations.filter((one) => !isUncited(one)),
      expectRefusal: result.refused,
    },
    dropped: [
      ...values.expectedFacts.filter((text) => !kept.includes(text)),
      ...values.forbidden.filter((text) => said.has(text)),
      ...values.expectedCitations.filter(isUncited).map(({ fileName, fileId }) => fileName ?? fileId),
    ],
  }
}
