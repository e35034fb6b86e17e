import type { StreamedCitation } from '@parlance/contract/events'
import { limits } from '@parlance/contract/limits'
import { cutTo } from '../../../../platform/language/cutTo.ts'
import { isInFolders } from '../../../knowledge/index.ts'
import { reportTokens } from '../../research/bounds.ts'
import { noProgress, type StoredSource } from '../../research/progress.ts'
import { citationsIn } from '../../sources/citations.ts'
import type { ModelAnswer } from '../modelAnswer.ts'
import type { Answering } from '../question.ts'
import type { SearchedLibraries } from '../search.ts'
import { plain } from '../sources.ts'
import { BudgetMeter } from './budgetMeter.ts'
import { extractsOf } from './extractLines.ts'
import { workThroughLines } from './lines.ts'
import { checkedCitations, fitsDocument, renumbered, reportOf, summaryOf } from './report.ts'
import { researchTextsFor } from './researchTexts.ts'
import { checkAccess, type ResearchRun, saveRun, tellBudget } from './run.ts'
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
  await checkAccess(run)
  await restore(run)
  await saveRun(run)
  const extracts = answering.helper ? null : await extractsOf(run)
  if (answering.helper && !task.writesNow) await workThroughLines(run)
  answering.signal.throwIfAborted()
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
  const written = extracts ? { ...extracts, isCut: false } : await writtenBy(run)
  answering.signal.throwIfAborted()
  await store(run, written)
  return {
    result: { usage: null, citations: [...written.citations], toolCalls: [], finish: 'Stop' },
    remembered: null,
  }
}

interface Written {
  body: string
  citations: readonly StreamedCitation[]
  isCut: boolean
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
      used: helper ? progress.used : noProgress(plan).used,
      keptTokens: helper ? kept : 0,
    }),
    libraries: plan.libraries ? libraries : null,
    isWebOn: plan.web && capabilityTypes.includes('WebSearch') && (await needs.web.isOn()),
    lines: noProgress(plan).lines,
    searches: [],
    sources: new Map(),
    endedBy: null,
  }
}

/** Reads again what an earlier answer found, as far as it can still be read. Lines with other sources are worked on again. */
async function restore(run: ResearchRun): Promise<void> {
  const { answering, task } = run
  // Quotes are looked up again, which takes no model.
  if (!answering.helper) return
  const numberOf = new Map<number, number>()
  for (const source of task.progress.sources) {
    const number = await restored(run, source)
    if (number !== null) numberOf.set(source.number, number)
  }
  for (const [at, line] of task.progress.lines.entries()) {
    const notes = renumbered(line.notes, numberOf)
    if (notes !== null && run.lines[at]) run.lines[at] = { ...line, notes }
  }
  run.searches = [...task.progress.searches]
}

async function restored(run: ResearchRun, source: StoredSource): Promise<number | null> {
  const { answering, libraries } = run
  const { needs, sources } = answering
  if ('url' in source) {
    const { url, title, fetchedAt, quote, text } = source
    const number = sources.addWeb({ url, title, fetchedAt }, text, quote)
    if (number !== null) run.sources.set(number, { ...source, number })
    return number
  }
  const { passageId } = source
  const passage = await needs.knowledge.passage(passageId)
  if (!passage || !libraries?.dataSourceIds.includes(passage.dataSourceId)) return null
  const [place] = await needs.knowledge.foldersOf([passageId])
  if (!place || !isInFolders(place.folder, libraries.folders.get(passage.dataSourceId))) return null
  const known = { ...passage, score: 1 }
  if (!sources.number([known])) return null
  const [number = null] = sources.numbersOf([known])
  if (number !== null) run.sources.set(number, { number, passageId })
  return number
}

/** Has the model write, and checks what it cites. */
async function writtenBy(run: ResearchRun): Promise<Written> {
  const { answering } = run
  const { sources, execution } = answering
  // Libraries can have been unlinked since they were searched.
  await checkAccess(run)
  await forget(run)
  const { text, found, isCut } = await writeReport(run)
  const readable = new Set([...found].filter((number) => run.sources.has(number)))
  const checked = checkedCitations(text, readable)
  if (checked.removed > 0) execution.note('research.citationsRemoved', { citations: checked.removed })
  const placeOf = new Map(checked.numbers.map((number, at) => [number, at + 1]))
  const markers = checked.numbers.map((number) => `[${number}]`).join(' ')
  const citations = citationsIn(markers, sources.passages, sources.evidence).map((one) => ({
    ...one,
    citationId: String(placeOf.get(Number(one.citationId))),
  }))
  execution.found(
    sources.tell(checked.numbers).map((one) => ({ ...one, number: placeOf.get(one.number) ?? one.number })),
  )
  return { body: checked.text, citations, isCut }
}

/** Drops sources of libraries that can’t be searched anymore, and the notes on them. */
async function forget(run: ResearchRun): Promise<void> {
  const { sources } = run.answering
  const gone = [...run.sources.values()].filter((source) => {
    if ('url' in source) return false
    const { dataSourceId } = sources.passages[source.number - 1]!
    const isAttached = (run.libraries?.attachedIds.length ?? 0) > 0 && !run.task.plan.libraries
    return !isAttached && !run.libraries?.dataSourceIds.includes(dataSourceId)
  })
  for (const { number } of gone) run.sources.delete(number)
  if (gone.length === 0) return
  const left = new Map([...run.sources.keys()].map((number) => [number, number]))
  for (const line of run.lines)
    if (renumbered(line.notes, left) === null) Object.assign(line, { notes: '', isDone: false })
}

/** Stores the report as a document, and answers with its summary. */
async function store(run: ResearchRun, { body, citations, isCut }: Written): Promise<void> {
  const { answering, texts } = run
  const { asked, needs, steps, text } = answering
  const title =
    cutTo(plain(asked.question), Math.min(TITLE_CHARACTERS, limits.documentTitle)) || texts.summary
  const report = reportOf(
    { title, body, citations, without: withoutResult(run), open: openOf(run, isCut) },
    texts,
  )
  const place = { conversationId: asked.conversationId, segmentId: asked.segmentId }
  const kind = { kind: 'Text' as const, title, language: '' }
  const document =
    asked.mayHaveDocuments && (await needs.areDocumentsOn()) && fitsDocument(report)
      ? await needs.canvas.create(place, kind, report) : null
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
  const ended = run.endedBy ? ` ${texts.endedBy(run.endedBy)}` : ''
  const done = `${texts.done(run.meter.state(), citations.length)}${ended}`
  text.text([summaryOf(body), done].filter((part) => part !== '').join('\n\n'))
}

/** Returns the queries that found nothing in any place. */
function withoutResult({ searches }: ResearchRun): string[] {
  const found = new Set(searches.filter((one) => one.found > 0).map(({ query }) => query))
  return [...new Set(searches.map(({ query }) => query))].filter((query) => !found.has(query))
}

/** Returns what the research leaves open. */
function openOf({ lines, task, texts, endedBy }: ResearchRun, isCut: boolean): string[] {
  return [
    ...(endedBy ? [texts.endedBy(endedBy)] : []),
    ...(isCut ? [texts.reportCut] : []),
    ...lines.flatMap(({ isDone }, at) => (isDone ? [] : [texts.unread(plain(task.plan.lines[at]!.title))])),
    ...lines.flatMap(({ open }) => open.map(plain)),
  ]
}
