import type { StreamedCitation } from '@parlance/contract/events'
import { plain } from '../sources.ts'
import { type Extract, extractOfLibraries, extractOfPages } from './extracts.ts'
import { renumbered } from './report.ts'
import { checkAccess, type ResearchRun, saveRun, stepOf } from './run.ts'
import { findPages } from './searching.ts'

/** Makes a report of quotes without a model: a section for each line, with what its searches found. */
export async function extractsOf(run: ResearchRun): Promise<{ body: string; citations: StreamedCitation[] }> {
  const { answering, task, texts, lines } = run
  const citations: StreamedCitation[] = []
  const sections: string[] = []
  const quoted = new Set<string>()
  for (const [at, { title, queries }] of task.plan.lines.entries()) {
    answering.signal.throwIfAborted()
    await checkAccess(run)
    answering.steps.begin(stepOf(at), texts.line(at + 1, lines.length, title))
    const parts: string[] = []
    const before = run.searches.length
    for (const query of queries)
      for (const extract of await searchFor(run, query)) {
        const quotes = extract.citations.map(({ path, quote }) => `${path} ${quote}`)
        // The same passage can answer several lines. It is quoted once.
        if (quotes.length > 0 && quotes.every((one) => quoted.has(one))) continue
        for (const one of quotes) quoted.add(one)
        const after = citations.length
        const numberOf = new Map(
          extract.citations.map((one, place) => [Number(one.citationId), after + place + 1]),
        )
        parts.push(renumbered(extract.text, numberOf) ?? extract.text)
        citations.push(
          ...extract.citations.map((one, place) => ({ ...one, citationId: String(after + place + 1) })),
        )
      }
    if (parts.length > 0) sections.push(`## ${plain(title)}\n\n${parts.join('\n\n')}`)
    const searches = run.searches.length - before
    lines[at]!.isDone = run.endedBy === null
    const counts = { searches, sources: parts.length }
    if (run.endedBy) answering.steps.failed(stepOf(at), texts.lineLeft(at + 1, lines.length, title))
    else answering.steps.done(stepOf(at), texts.lineDone(at + 1, lines.length, title, counts))
    await saveRun(run)
    if (run.endedBy) break
  }
  return { body: sections.join('\n\n'), citations }
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
    const extract =
      place === 'Libraries' && libraries
        ? await extractOfLibraries(answering, libraries, query)
        : extractOfPages((await findPages(run, query, answering.signal)) ?? [], query)
    if (extract) found.push(extract)
    run.searches.push({ query, place, found: extract?.citations.length ?? 0 })
  }
  return found
}
