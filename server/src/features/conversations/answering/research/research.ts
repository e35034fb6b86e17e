import type { StreamedCitation } from '@parlance/contract/events'
import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import { cutTo } from '../../../../platform/language/cutTo.ts'
import { reportTokens } from '../../research/bounds.ts'
import {
  type LineProgress,
  noProgress,
  type StoredSource,
  type WrittenReport,
} from '../../research/progress.ts'
import { citationsIn } from '../../sources/citations.ts'
import type { ModelAnswer } from '../modelAnswer.ts'
import type { Answering } from '../question.ts'
import type { SearchedLibraries } from '../search.ts'
import { plain } from '../sources.ts'
import { BudgetMeter } from './budgetMeter.ts'
import { extractLines, extractsOf } from './extractLines.ts'
import { workThroughLines } from './lines.ts'
import { checkedCitations, fitsDocument, renumbered, reportOf, summaryOf } from './report.ts'
import { researchTextsFor } from './researchTexts.ts'
import { checkAccess, passageNow, type ResearchRun, saveBeforeUse, saveRun, tellBudget } from './run.ts'
import { addPage } from './searching.ts'
import type { ResearchTask } from './task.ts'
import { writeReport } from './writing.ts'

const TITLE_CHARACTERS = 150
const REPORT_STEP = 'research-report'

/**
 * Answers with a report: searches along the lines of the plan, takes notes, and writes. What was done is stored after each
 * step, so that a research that is stopped or whose process ends can go on.
 */
export async function writeResearch(
  answering: Answering,
  task: ResearchTask,
  libraries: SearchedLibraries | null,
): Promise<ModelAnswer> {
  const run = await begin(answering, task, libraries)
  const { texts } = run
  // Whatever fails from here on, it shows that it is a research.
  tellBudget(run)
  await checkAccess(run)
  await restore(run)
  await saveRun(run)
  const { helper } = answering
  if (!task.writesNow && !run.report) await (helper ? workThroughLines(run) : extractLines(run))
  answering.signal.throwIfAborted()
  // Libraries can have been unlinked, and files deleted, since they were searched.
  await checkAccess(run)
  await forget(run)
  const extracts = helper ? null : extractsOf(run)
  const hasFound = extracts ? extracts.citations.length > 0 : run.sources.size > 0
  if (!hasFound) {
    tellBudget(run, true)
    answering.text.text(texts.nothing(run.searches.length))
    return {
      result: { usage: null, citations: [], toolCalls: [], finish: 'Stop', isUnanswered: true },
      remembered: null,
    }
  }
  answering.steps.begin(REPORT_STEP, texts.writing)
  const written = extracts ? quotedReport(run, extracts) : await writtenBy(run)
  // Stored first, so that going on creates neither another report nor another document.
  await saveBeforeUse(run)
  answering.signal.throwIfAborted()
  await store(run, written)
  return {
    result: { usage: null, citations: [...written.citations], toolCalls: [], finish: 'Stop' },
    remembered: null,
  }
}

interface Written {
  report: WrittenReport
  body: string
  /** What the answer says of it. */
  summary: string
  citations: readonly StreamedCitation[]
}

async function begin(
  answering: Answering,
  task: ResearchTask,
  libraries: SearchedLibraries | null,
): Promise<ResearchRun> {
  const { asked, needs, helper } = answering
  const { systemPrompt, capabilityTypes } = asked.configuration
  const { plan, progress } = task
  const { kept } = reportTokens(plan.budget, systemPrompt)
  return {
    answering,
    task,
    texts: researchTextsFor(asked.question),
    meter: new BudgetMeter({
      budget: plan.budget,
      used: progress.used,
      keptTokens: helper ? kept : 0,
    }),
    libraries: plan.libraries ? libraries : null,
    isWebOn: plan.web && capabilityTypes.includes('WebSearch') && (await needs.web.isOn()),
    lines: noProgress(plan).lines,
    searches: [],
    sources: new Map(),
    webBytes: 0,
    report: null,
    endedBy: null,
  }
}

/**
 * Reads again what an earlier answer found, as far as it can still be read. Lines with other sources are worked on again, and
 * a report with other sources is written again.
 */
async function restore(run: ResearchRun): Promise<void> {
  const { answering, task } = run
  const { lines, searches, sources, report } = task.progress
  run.searches = [...searches]
  const numberOf = new Map<number, number>()
  for (const source of sources) {
    const number = await restored(run, source)
    if (number !== null) numberOf.set(source.number, number)
  }
  // The agent can have got a model meanwhile, or lost it, which works in another way.
  const isQuoting = answering.helper === null
  for (const [at, line] of lines.entries()) {
    if ((line.quotes !== undefined) !== isQuoting) continue
    const now = line.sources.flatMap((number) => numberOf.get(number) ?? [])
    if (now.length < line.sources.length) continue
    if (line.quotes && (await readableQuotes(run, line)).length < line.quotes.length) continue
    const notes = renumbered(line.notes, numberOf)
    if (notes !== null && run.lines[at]) run.lines[at] = { ...line, notes, sources: now }
  }
  if (!report || (report.body === '') !== isQuoting) return
  const cited = report.cited.flatMap((number) => numberOf.get(number) ?? [])
  // What a model wrote can be based on sources that it doesn’t cite.
  const isWhole = numberOf.size === sources.length
  const isQuoted = run.lines.every(({ quotes }, at) => quotes || !lines[at]?.quotes)
  if (isWhole && isQuoted) run.report = { ...report, cited }
}

/** Returns the quotes of a line from what can still be read. */
async function readableQuotes(run: ResearchRun, { quotes = [] }: LineProgress): Promise<StreamedCitation[]> {
  const readable: StreamedCitation[] = []
  for (const quote of quotes)
    if (quote.passageId === null || (await passageNow(run, quote.passageId))) readable.push(quote)
  return readable
}

async function restored(run: ResearchRun, source: StoredSource): Promise<number | null> {
  const { sources } = run.answering
  if ('url' in source) {
    const { number: _, ...page } = source
    return addPage(run, page)
  }
  const { passageId } = source
  const passage = await passageNow(run, passageId)
  if (!passage) return null
  const known = { ...passage, score: 1 }
  if (!sources.number([known])) return null
  const [number = null] = sources.numbersOf([known])
  if (number !== null) run.sources.set(number, { number, passageId })
  return number
}

/** Returns the report that was written before, or has the model write it, and checks what it cites. */
async function writtenBy(run: ResearchRun): Promise<Written> {
  const { answering } = run
  const { sources, execution } = answering
  if (!run.report) {
    const { text, found, isCut } = await writeReport(run)
    const checked = checkedCitations(text, new Set([...found].filter((number) => run.sources.has(number))))
    if (checked.removed > 0) execution.note('research.citationsRemoved', { citations: checked.removed })
    const { endedBy } = run
    run.report = { documentId: uuid(), body: checked.text, cited: checked.numbers, isCut, endedBy }
  }
  const { report } = run
  const placeOf = new Map(report.cited.map((number, at) => [number, at + 1]))
  const markers = report.cited.map((number) => `[${number}]`).join(' ')
  const citations = citationsIn(markers, sources.passages, sources.evidence).map((one) => ({
    ...one,
    citationId: String(placeOf.get(Number(one.citationId))),
  }))
  execution.found(
    sources.tell(report.cited).map((one) => ({ ...one, number: placeOf.get(one.number) ?? one.number })),
  )
  return { report, body: report.body, summary: summaryOf(report.body), citations }
}

/** Returns the report that consists of quotes. */
function quotedReport(run: ResearchRun, extracts: Omit<Written, 'report'>): Written {
  const { endedBy } = run
  run.report ??= { documentId: uuid(), body: '', cited: [], isCut: false, endedBy }
  return { ...extracts, report: run.report }
}

/** Drops sources that can’t be found anymore, with the notes and quotes from them. */
async function forget(run: ResearchRun): Promise<void> {
  for (const line of run.lines) {
    const { quotes } = line
    const readable = quotes && (await readableQuotes(run, line))
    if (readable && readable.length < quotes.length) Object.assign(line, { quotes: readable, isDone: false })
  }
  const before = run.sources.size
  for (const source of [...run.sources.values()])
    if ('passageId' in source && !(await passageNow(run, source.passageId))) run.sources.delete(source.number)
  if (run.sources.size === before) return
  run.report = null
  for (const line of run.lines)
    if (line.sources.some((number) => !run.sources.has(number)))
      Object.assign(line, { notes: '', open: [], sources: [], isDone: false })
}

/** Stores the report as a document, and answers with its summary. */
async function store(
  run: ResearchRun,
  { report: written, body, summary, citations }: Written,
): Promise<void> {
  const { answering, texts } = run
  const { asked, needs, steps, text } = answering
  const title =
    cutTo(plain(asked.question), Math.min(TITLE_CHARACTERS, limits.documentTitle)) || texts.summary
  const report = reportOf(
    { title, body, citations, without: withoutResult(run), open: openOf(run, written) },
    texts,
  )
  const place = { conversationId: asked.conversationId, segmentId: asked.segmentId }
  const kind = { kind: 'Text' as const, title, language: '' }
  const document =
    asked.mayHaveDocuments && (await needs.areDocumentsOn()) && fitsDocument(report)
      ? await needs.canvas.createOnce(place, { documentId: written.documentId, ...kind }, report)
      : null
  tellBudget(run, true)
  if (!document) {
    // A conversation can be full of documents. The report is then the answer itself.
    steps.failed(REPORT_STEP, texts.noDocument)
    text.text(report)
    return
  }
  const { documentId, n } = document
  text.hasDocument = true
  steps.done(REPORT_STEP, texts.wrote(title), { document: { documentId, n, title } })
  const ended = written.endedBy ? ` ${texts.endedBy(written.endedBy)}` : ''
  const done = `${texts.done(run.meter.state(), citations.length)}${ended}`
  text.text([summary, done].filter((part) => part !== '').join('\n\n'))
}

/** Returns the queries that were searched for in each place, and found nothing in any. */
function withoutResult({ searches, lines }: ResearchRun): string[] {
  const found = new Set([
    ...searches.filter((one) => one.found > 0).map(({ query }) => query),
    ...lines.flatMap(({ unsearched = [] }) => unsearched),
  ])
  return [...new Set(searches.map(({ query }) => query))].filter((query) => !found.has(query))
}

/** Returns what the research leaves open. */
function openOf(
  { lines, searches, task, texts }: ResearchRun,
  { endedBy, isCut }: Pick<WrittenReport, 'endedBy' | 'isCut'>,
): string[] {
  const searched = new Set(searches.map(({ query }) => query))
  return [
    ...(endedBy ? [texts.endedBy(endedBy)] : []),
    ...(isCut ? [texts.reportCut] : []),
    ...lines.flatMap(({ isDone, notes, quotes = [], unsearched = [] }, at) => [
      ...(isDone || notes !== '' || quotes.length > 0
        ? []
        : [texts.unread(plain(task.plan.lines[at]!.title))]),
      ...unsearched.map((query) => texts.unsearched(plain(query), searched.has(query))),
    ]),
    ...lines.flatMap(({ open }) => open.map(plain)),
  ]
}
