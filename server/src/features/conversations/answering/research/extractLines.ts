import type { StreamedCitation } from '@parlance/contract/events'
import { plain } from '../sources.ts'
import { type Extract, extractOfLibraries, extractOfPages } from './extracts.ts'
import { renumbered } from './report.ts'
import { checkAccess, type ResearchRun, saveBeforeUse, saveRun, stepOf } from './run.ts'
import { findPages } from './searching.ts'

/** Finds quotes without a model, for each line that has none yet. */
export async function extractLines(run: ResearchRun): Promise<void> {
  const { answering, task, texts, lines } = run
  // The same passage can answer several lines. It is quoted once.
  const quoted = new Set(lines.flatMap(({ quotes = [] }) => quotes.map(keyOf)))
  for (const [at, { title, queries }] of task.plan.lines.entries()) {
    const line = lines[at]!
    if (line.isDone) continue
    answering.signal.throwIfAborted()
    await checkAccess(run)
    answering.steps.begin(stepOf(at), texts.line(at + 1, lines.length, title))
    const parts: string[] = []
    const quotes: StreamedCitation[] = []
    const before = run.searches.length
    for (const query of queries)
      for (const { text, citations } of await searchFor(run, query)) {
        if (citations.length > 0 && citations.every((one) => quoted.has(keyOf(one)))) continue
        for (const one of citations) quoted.add(keyOf(one))
        parts.push(numberedAfter(quotes.length, text, citations))
        quotes.push(
          ...citations.map((one, place) => ({ ...one, citationId: String(quotes.length + place + 1) })),
        )
      }
    const searches = run.searches.length - before
    Object.assign(line, { notes: parts.join('\n\n'), quotes, isDone: run.endedBy === null })
    const counts = { searches, sources: quotes.length }
    if (run.endedBy) answering.steps.failed(stepOf(at), texts.lineLeft(at + 1, lines.length, title))
    else answering.steps.done(stepOf(at), texts.lineDone(at + 1, lines.length, title, counts))
    await saveRun(run)
    if (run.endedBy) break
  }
}

/** Returns a report of what was quoted: a section for each line. */
export function extractsOf({ task, lines }: ResearchRun): { body: string; citations: StreamedCitation[] } {
  const citations: StreamedCitation[] = []
  const sections: string[] = []
  for (const [at, { notes, quotes = [] }] of lines.entries()) {
    if (notes === '') continue
    const after = citations.length
    sections.push(`## ${plain(task.plan.lines[at]!.title)}\n\n${numberedAfter(after, notes, quotes)}`)
    citations.push(...quotes.map((one, place) => ({ ...one, citationId: String(after + place + 1) })))
  }
  return { body: sections.join('\n\n'), citations }
}

const keyOf = ({ path, quote }: StreamedCitation): string => `${path} ${quote}`

/** Returns a text with the numbers of its citations after that many others. */
function numberedAfter(others: number, text: string, citations: readonly StreamedCitation[]): string {
  const numberOf = new Map(citations.map(({ citationId }, place) => [Number(citationId), others + place + 1]))
  return renumbered(text, numberOf) ?? text
}

/** Returns the quotes that answer a query, each numbered from 1. */
async function searchFor(run: ResearchRun, query: string): Promise<Extract[]> {
  const { answering, meter, libraries, task } = run
  const places = [
    ...(libraries ? ['Libraries' as const] : []),
    ...(run.isWebOn && task.plan.web ? ['Web' as const] : []),
  ]
  const found: Extract[] = []
  for (const place of places) {
    answering.signal.throwIfAborted()
    run.endedBy = meter.searchEndsBy()
    if (run.endedBy) break
    meter.searched()
    await saveBeforeUse(run)
    const extract =
      place === 'Libraries' && libraries
        ? await extractOfLibraries(answering, libraries, query)
        : extractOfPages((await findPages(run, query, answering.signal)) ?? [], query)
    if (extract) found.push(extract)
    run.searches.push({ query, place, found: extract?.citations.length ?? 0 })
  }
  return found
}
