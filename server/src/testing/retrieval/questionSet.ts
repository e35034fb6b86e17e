import { readFile } from 'node:fs/promises'

/** Passages of articles, and questions with the passages and the words that answer them. */
export interface QuestionSet {
  name: string
  lang: string
  passages: { id: number; doc: string; title: string; text: string }[]
  queries: Query[]
}

interface Query {
  id: number | string
  q: string
  rel: number[]
  answers: string[] | null
}

/** Sets state their language by code or in words. */
export function isEnglish(set: QuestionSet): boolean {
  return /^en/i.test(set.lang)
}

/** The least shares of questions whose answer is in the sentence shown, and in the three offered, by language. */
const sentenceTargets: [language: RegExp, shown: number, offered: number][] = [
  [/^en/i, 0.7, 0.84],
  [/^ar/i, 0.68, 0.8],
  [/^(?:de|german)/i, 0.62, 0.74],
  [/^(?:zh|chinese|simple)/i, 0.58, 0.72],
]

/** Returns the targets for the sentences of answers in the set's language, if it has any. */
export function sentenceTargetsOf(set: QuestionSet): { shown: number; offered: number } | null {
  const found = sentenceTargets.find(([language]) => language.test(set.lang))
  return found ? { shown: found[1], offered: found[2] } : null
}

export async function readQuestionSet(file: string): Promise<QuestionSet> {
  return JSON.parse(await readFile(file, 'utf8'))
}

/** Returns `limit` items spread over the whole list; 0 returns all. */
export function spread<T>(all: readonly T[], limit: number): T[] {
  if (limit <= 0 || limit >= all.length) return [...all]
  return Array.from({ length: limit }, (_, at) => all[Math.floor((at * all.length) / limit)]!)
}

/** Returns the file name under which an article is uploaded. */
export function fileNameOf(article: string): string {
  return `${article.replaceAll(/[/\\]/g, ' ').slice(0, 200)}.txt`
}

/** Whether one of these texts contains one of the answers, ignoring case and white space. */
export function holdsAnswer(texts: readonly string[], answers: readonly string[] | null): boolean {
  const plain = texts.map(normalized)
  return (answers ?? []).some((answer) => plain.some((text) => text.includes(normalized(answer))))
}

const normalized = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')
