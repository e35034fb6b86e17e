import { limits } from '@parlance/contract/limits'
import type { Errors } from '../../../ui/admin/formState.ts'
import type { CaseInput, TestCase } from '../data/api.ts'
import type { TestsText } from '../lang/en.ts'

export interface CitationValue {
  fileId: string
  /** Null if the file was deleted or the user can’t see it. */
  fileName: string | null
  /** As it is typed; empty for any page. */
  page: string
  passageId: string | null
}

export interface CaseValues {
  question: string
  turns: string[]
  expectedFacts: string[]
  forbidden: string[]
  expectedCitations: CitationValue[]
  expectRefusal: boolean
  /** As it is typed. */
  weight: string
  tags: string[]
}

/** The fields with a list of texts. */
const textLists = ['expectedFacts', 'forbidden', 'turns', 'tags'] as const
export type TextList = (typeof textLists)[number]

/** How many texts a list can have, and how long each can be. */
export const listLimits: Record<TextList, { entries: number; max: number }> = {
  turns: { entries: limits.caseTurns, max: limits.caseQuestion },
  expectedFacts: { entries: limits.expectedTexts, max: limits.expectedText },
  forbidden: { entries: limits.expectedTexts, max: limits.expectedText },
  tags: { entries: limits.caseTags, max: limits.caseTag },
}

export const blankCase: CaseValues = {
  question: '',
  turns: [],
  expectedFacts: [],
  forbidden: [],
  expectedCitations: [],
  expectRefusal: false,
  weight: '1',
  tags: [],
}

export const valuesOf = (one: TestCase): CaseValues => ({
  question: one.question,
  turns: one.turns,
  expectedFacts: one.expectedFacts,
  forbidden: one.forbidden,
  expectedCitations: one.expectedCitations.map(({ fileId, fileName, page, passageId }) => ({
    fileId,
    fileName,
    page: page === null ? '' : String(page),
    passageId,
  })),
  expectRefusal: one.expectRefusal,
  weight: String(one.weight),
  tags: one.tags,
})

const filled = (texts: readonly string[]) => texts.map((text) => text.trim()).filter((text) => text !== '')

/** What is sent: without empty entries of lists. */
export const inputOf = (values: CaseValues): CaseInput => ({
  question: values.question.trim(),
  turns: filled(values.turns),
  expectedFacts: filled(values.expectedFacts),
  forbidden: filled(values.forbidden),
  expectedCitations: values.expectedCitations.map(({ fileId, page, passageId }) => ({
    fileId,
    page: page.trim() === '' ? null : Number(page),
    passageId,
  })),
  expectRefusal: values.expectRefusal,
  weight: Number(values.weight),
  tags: filled(values.tags),
})

/** The path of a value that the server refused. It doesn’t know the empty entries of lists. */
export function pathOf(serverField: string, values: CaseValues): string {
  const [field = '', at] = serverField.split('.')
  const list = textLists.find((one) => one === field)
  if (!list || at === undefined) return serverField
  const places = values[list].flatMap((text, place) => (text.trim() === '' ? [] : [place]))
  return `${field}.${places[Number(at)] ?? 0}`
}

const lengthOf = (text: string) => [...text.trim()].length
const isWhole = (text: string, from: number, to: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= from && Number(text) <= to

export function errorsOf(values: CaseValues, t: TestsText): Errors {
  const found: Record<string, string> = {}
  const { question, expectedCitations, weight } = values
  if (lengthOf(question) === 0) found.question = t('questionRequired')
  if (lengthOf(question) > limits.caseQuestion) found.question = t('tooLong', { max: limits.caseQuestion })
  for (const list of textLists) Object.assign(found, listErrors(list, values[list], t))
  for (const [at, { page }] of expectedCitations.entries())
    if (page.trim() !== '' && !isWhole(page, 1, 100_000)) found[`expectedCitations.${at}`] = t('pageInvalid')
  if (!isWhole(weight, 1, 10)) found.weight = t('weightInvalid')
  return found
}

function listErrors(list: TextList, entries: readonly string[], t: TestsText): Record<string, string> {
  const found: Record<string, string> = {}
  const { max } = listLimits[list]
  const seen = new Set<string>()
  const once = list === 'expectedFacts' || list === 'forbidden'
  for (const [at, entry] of entries.entries()) {
    const text = entry.trim().toLowerCase()
    if (lengthOf(entry) > max) found[`${list}.${at}`] = t('tooLong', { max })
    else if (once && text !== '' && seen.has(text)) found[`${list}.${at}`] = t('twice')
    seen.add(text)
  }
  return found
}

/** Whether an answer is checked for anything but being an answer. */
export const checksSomething = (
  one: Pick<CaseValues, 'expectRefusal'> & {
    expectedFacts: readonly string[]
    forbidden: readonly string[]
    expectedCitations: readonly unknown[]
  },
): boolean =>
  one.expectRefusal ||
  filled(one.expectedFacts).length + filled(one.forbidden).length + one.expectedCitations.length > 0

/** What a case checks, in a few words. */
export function checkedText(one: TestCase, t: TestsText): string[] {
  const counted = (
    key: 'factCount' | 'forbiddenCount' | 'citationCount',
    { length: count }: readonly unknown[],
  ) => (count > 0 ? [t(key, { count })] : [])
  const checked = [
    ...counted('factCount', one.expectedFacts),
    ...counted('citationCount', one.expectedCitations),
    ...counted('forbiddenCount', one.forbidden),
    ...(one.expectRefusal ? [t('refusal')] : []),
  ]
  return checked.length > 0 ? checked : [t('checksNothing')]
}
