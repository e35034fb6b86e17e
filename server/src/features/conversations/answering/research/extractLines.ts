import type { StreamedCitation } from '@parlance/contract/events'
import { quoteMarkdown } from '../../../../engines/builtin/quoteMarkdown.ts'
import { plain } from '../sources.ts'
import { type Extract, extractOfLibraries, extractOfPages } from './extracts.ts'
import { checkAccess, type ResearchRun, saveBeforeUse, saveRun, stepOf } from './run.ts'
import { findPages } from './searching.ts'

/** Finds quotes without a model, for each line that has none yet. */
export async function extractLines(run: ResearchRun): Promise<void> {
  const { answering, task, texts, lines } = run
  for (const [at, { title, queries }] of task.plan.lines.entries()) {
    const line = lines[at]!
    if (line.isDone) continue
    answering.signal.throwIfAborted()
    await checkAccess(run)
    answering.steps.begin(stepOf(at), texts.line(at + 1, lines.length, title))
    const notes = new Set<string>()
    const quotes = new Map<string, StreamedCitation>()
    const before = run.searches.length
    const unsearched: string[] = []
    for (const query of queries) {
      const { found, isComplete } = await searchFor(run, query)
      if (!isComplete) unsearched.push(query)
      for (const { note, citations } of found) {
        if (note !== '') notes.add(note)
        for (const one of citations) quotes.set(keyOf(one), one)
      }
    }
    const searches = run.searches.length - before
    Object.assign(line, {
      notes: [...notes].join('\n\n'),
      quotes: [...quotes.values()],
      unsearched,
      isDone: run.endedBy === null,
    })
    const counts = { searches, sources: quotes.size }
    if (run.endedBy) answering.steps.failed(stepOf(at), texts.lineLeft(at + 1, lines.length, title))
    else answering.steps.done(stepOf(at), texts.lineDone(at + 1, lines.length, title, counts))
    await saveRun(run)
    if (run.endedBy) break
  }
}

/** Returns a report of what was quoted: a section for each line. */
export function extractsOf({ task, lines, texts }: ResearchRun): {
  body: string
  summary: string
  citations: StreamedCitation[]
} {
  const citations: StreamedCitation[] = []
  const sections: string[] = []
  // The same passage can answer several lines. It is quoted once.
  const numberOf = new Map<string, number>()
  for (const [at, { notes, quotes = [] }] of lines.entries()) {
    if (quotes.length === 0) continue
    const known = quotes.flatMap((one) => numberOf.get(keyOf(one)) ?? [])
    const added = quotes.filter((one) => !numberOf.has(keyOf(one)))
    const quoted = added.map((one) => {
      const number = citations.push({ ...one, citationId: String(citations.length + 1) })
      numberOf.set(keyOf(one), number)
      return quoteMarkdown(one.quote, number)
    })
    const above = known.length === 0 ? '' : `${texts.quotedAbove} ${known.map((one) => `[${one}]`).join(' ')}`
    const parts = [`## ${plain(task.plan.lines[at]!.title)}`, notes, ...quoted, above]
    sections.push(parts.filter((part) => part !== '').join('\n\n'))
  }
  const [first] = citations
  return {
    body: [texts.quotesOnly, ...sections].join('\n\n'),
    summary: first ? `${texts.quotesOnly}\n\n${quoteMarkdown(first.quote, 1)}` : '',
    citations,
  }
}

const keyOf = ({ path, quote }: StreamedCitation): string => `${path} ${quote}`

/** Returns the quotes that answer a query, each numbered from 1, and whether it was searched for in each place. */
async function searchFor(
  run: ResearchRun,
  query: string,
): Promise<{ found: Extract[]; isComplete: boolean }> {
  const { answering, meter, libraries, task } = run
  const places = [
    ...(libraries ? ['Libraries' as const] : []),
    ...(run.isWebOn && task.plan.web ? ['Web' as const] : []),
  ]
  const found: Extract[] = []
  for (const place of places) {
    answering.signal.throwIfAborted()
    run.endedBy ??= meter.searchEndsBy()
    if (run.endedBy) return { found, isComplete: false }
    meter.searched()
    await saveBeforeUse(run)
    const extract =
      place === 'Libraries' && libraries
        ? await extractOfLibraries(answering, libraries, query)
        : extractOfPages((await findPages(run, query, answering.signal)) ?? [], query)
    if (extract) found.push(extract)
    run.searches.push({ query, place, found: extract?.citations.length ?? 0 })
  }
  return { found, isComplete: true }
}
