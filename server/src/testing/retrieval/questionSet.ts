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
