/** Starter questions made from the headings of files, so that they need no model. */

const MOST_STARTERS = 4
const ENOUGH = 3
const QUESTION = { min: 8, max: 200 }
const TOPIC = { min: 3, max: 70 }

const ask: Record<'en' | 'ar', (topic: string) => string> = {
  en: (topic) => `What should I know about “${topic}”?`,
  ar: (topic) => `ماذا يجب أن أعرف عن «${topic}»؟`,
}

const isQuestion = (heading: string) =>
  /[?？؟]$/.test(heading) && heading.length >= QUESTION.min && heading.length <= QUESTION.max
const isTopic = (heading: string) =>
  heading.length >= TOPIC.min && heading.length <= TOPIC.max && /\p{L}{3}/u.test(heading)

/** The headings of a file. */
export interface FileHeadings {
  title: string
  sections: string[]
}

/**
 * Returns up to four questions: headings that are questions, and if there are few, questions about other headings. Takes
 * turns between the files, so that one long page doesn’t provide all of them. Titles say what a file is as a whole, so
 * they come last.
 */
export function startersOf(files: readonly FileHeadings[], language: 'en' | 'ar'): string[] {
  const headings = [...inTurn(files.map(({ sections }) => sections)), ...files.map(({ title }) => title)]
  const found = new Map<string, string>()
  const add = (question: string) => {
    const key = question.toLowerCase()
    if (!found.has(key)) found.set(key, question)
  }
  for (const heading of headings) if (found.size < MOST_STARTERS && isQuestion(heading)) add(heading)
  for (const heading of headings)
    if (found.size < ENOUGH && !isQuestion(heading) && isTopic(heading)) add(ask[language](heading))
  return [...found.values()]
}

/** Returns the headings of a file from their paths. A heading that repeats the title doesn’t count. */
export function headingsOf(paths: readonly string[]): FileHeadings {
  const split = paths.map((path) => path.split(' › '))
  const title = split[0]?.[0] ?? ''
  return { title, sections: split.map((path) => path.at(-1) ?? '').filter((heading) => heading !== title) }
}

/** Returns the first of each list, then the second of each, and so on. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat()
}
