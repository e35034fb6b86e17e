import { AppError } from '../../../../platform/errors.ts'
import { estimateTokens, MESSAGE_TOKENS } from '../../execution/tokens.ts'
import { callHelper, mostWritten } from '../../models/helperCalls.ts'
import { NOTES_TOKENS } from '../../research/bounds.ts'
import { type Notes, notesIn, questionText, readingPrompt } from './prompts.ts'
import { checkedNumbers } from './report.ts'
import { checkAccess, fitting, type ResearchRun, saveBeforeUse, saveRun, stepOf } from './run.ts'
import { addPages, findPages, searchLibraries } from './searching.ts'

const NOTES_CHARACTERS = 12_000
/** What a model reads of a line at once. */
const MATERIAL_TOKENS = 12_000
/** With less, nothing useful can be read. */
const LEAST_TOKENS = 500
/** Calls that fail one after another, after which the research ends. */
const MOST_FAILURES = 2

/** Searches and reads line by line, until all are done or the budget is used up. */
export async function workThroughLines(run: ResearchRun): Promise<void> {
  const { answering, task, texts, lines } = run
  const { steps, signal } = answering
  let failures = 0
  for (const [at, { title, queries }] of task.plan.lines.entries()) {
    const line = lines[at]!
    if (line.isDone) continue
    signal.throwIfAborted()
    await checkAccess(run)
    steps.begin(stepOf(at), texts.line(at + 1, lines.length, title))
    const searchesBefore = run.searches.length
    const found = new Set<number>()
    const unsearched: string[] = []
    for (const query of queries)
      if (!(await searchFor(run, query, { libraries: true, web: true, found }))) unsearched.push(query)
    const left = unsearched.length
    // What was found before the searches ended is still read.
    let notes = await readFound(run, { title, numbers: [...found] })
    // What a page or a file asks for must not reach a search provider, so further searches are in libraries only.
    if (notes && notes.searches.length > 0 && run.libraries && !run.endedBy) {
      const before = found.size
      for (const query of notes.searches)
        if (!(await searchFor(run, query, { libraries: true, web: false, found }))) unsearched.push(query)
      const more = found.size > before && (await readFound(run, { title, numbers: [...found] }))
      if (more) notes = more
    }
    const isRead = left === 0 && (notes !== null || (found.size === 0 && !run.endedBy))
    if (notes) {
      const { open } = notes
      Object.assign(line, { notes: checkedNumbers(notes.notes, found), open, sources: [...found] })
    }
    const searches = run.searches.length - searchesBefore
    line.isDone = isRead
    // Going on can have no budget left for it. What it was searched for before still counts.
    if (searches > 0 || line.notes === '') line.unsearched = unsearched
    if (isRead)
      steps.done(stepOf(at), texts.lineDone(at + 1, lines.length, title, { searches, sources: found.size }))
    else steps.failed(stepOf(at), texts.lineLeft(at + 1, lines.length, title))
    await saveRun(run)
    if (run.endedBy) return
    failures = isRead ? 0 : failures + 1
    if (failures >= MOST_FAILURES) throw new AppError('research.modelFailed')
  }
}

/** Makes the searches of a query, as far as the budget allows. Returns whether all were made. */
async function searchFor(
  run: ResearchRun,
  query: string,
  { libraries, web, found }: { libraries: boolean; web: boolean; found: Set<number> },
): Promise<boolean> {
  const { task, meter, answering } = run
  const places = [
    ...(libraries && task.plan.libraries && run.libraries ? (['Libraries'] as const) : []),
    ...(web && task.plan.web && run.isWebOn ? (['Web'] as const) : []),
  ]
  for (const place of places) {
    answering.signal.throwIfAborted()
    run.endedBy ??= meter.searchEndsBy()
    if (run.endedBy) return false
    meter.searched()
    await saveBeforeUse(run)
    const { numbers, isFull } =
      place === 'Libraries'
        ? { numbers: await searchLibraries(run, query), isFull: false }
        : await searchPages(run, query)
    for (const number of numbers) found.add(number)
    if (isFull) run.endedBy = 'room'
    // What had no room isn’t a search that found nothing.
    if (numbers.length > 0 || !isFull) run.searches.push({ query, place, found: numbers.length })
    if (isFull) return false
  }
  return true
}

async function searchPages(run: ResearchRun, query: string): Promise<ReturnType<typeof addPages>> {
  const signal = AbortSignal.any([run.answering.signal, timeLeft(run)])
  return addPages(run, query, (await findPages(run, query, signal)) ?? [])
}

const timeLeft = ({ meter }: ResearchRun): AbortSignal =>
  AbortSignal.timeout(Math.max(1, Math.ceil(meter.searchingMs())))

/** Has the model take notes on sources. Returns null if there are none, it failed, or the budget doesn’t allow it. */
async function readFound(
  run: ResearchRun,
  { title, numbers }: { title: string; numbers: readonly number[] },
): Promise<Notes | null> {
  const { answering, meter } = run
  const { asked, helper, sources, signal } = answering
  if (!helper || numbers.length === 0) return null
  const { deployment } = asked.spending
  const question = questionText(asked.question, run.task.plan.understood)
  const promptOf = (material: string) => readingPrompt({ question, title, material }, sources.rule)
  const bare = promptOf('')
  const fixed = estimateTokens(bare.system + bare.user) + 2 * MESSAGE_TOKENS
  const written = mostWritten({ ...bare, maxTokens: NOTES_TOKENS }, deployment)
  const room = Math.min(
    MATERIAL_TOKENS,
    meter.tokensLeft() - fixed - written,
    deployment.contextTokens - fixed - written,
  )
  const endsBy = meter.callEndsBy(fixed + written + LEAST_TOKENS)
  // The report names what ended first.
  run.endedBy ??= endsBy
  if (endsBy) return null
  // What was found last was asked for by the model itself.
  const shown = fitting(run, numbers.toReversed(), room)
  const call = { ...promptOf(sources.text(shown.toReversed())), maxTokens: NOTES_TOKENS }
  const most = estimateTokens(call.system + call.user) + 2 * MESSAGE_TOKENS + written
  const end = meter.begin(most)
  await saveBeforeUse(run)
  const callsBefore = answering.execution.details.calls.length
  const limit = timeLeft(run)
  const text = await callHelper(
    // One call is one call of the budget, so no other deployment is tried.
    { ...helper, helpers: [] },
    {
      ...call,
      purpose: 'Reading',
      throwsLimits: true,
      boundMs: Math.max(1, Math.ceil(meter.searchingMs())),
      longestCharacters: NOTES_CHARACTERS,
      usefulUntil: limit,
    },
    signal,
  )
  const told = answering.execution.details.calls.slice(callsBefore).flatMap(({ usage }) => usage ?? [])
  if (told.length > 0) end(told.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0))
  signal.throwIfAborted()
  if (text === null && meter.searchingMs() <= 0) run.endedBy ??= 'minutes'
  return text === null ? null : notesIn(text)
}
