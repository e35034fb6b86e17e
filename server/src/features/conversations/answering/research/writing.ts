import type { Usage } from '@parlance/contract/events'
import { mostAnswerTokens } from '../../../../engines/answerTokens.ts'
import type { AnswerRequest, Message } from '../../../../engines/engine.ts'
import { storable } from '../../../../platform/database/storable.ts'
import { AppError } from '../../../../platform/errors.ts'
import { estimateTokens, MESSAGE_TOKENS } from '../../execution/tokens.ts'
import { LEAST_ROOM, reportRoom } from '../../research/bounds.ts'
import { questionText, reportRules } from './prompts.ts'
import { citedNumbers } from './report.ts'
import { fitting, type ResearchRun, saveBeforeUse } from './run.ts'

/** A text that ended when the time did is still a report if it has this length. */
const LEAST_CHARACTERS = 200
/** The share of the room that notes can take, leaving the rest for sources. */
const NOTES_SHARE = 0.5
const LONGEST_REPORT = 100_000

export interface WrittenReport {
  text: string
  /** What it can cite. */
  found: ReadonlySet<number>
  isCut: boolean
}

/** Has the model write the report from the notes and the sources that they cite. */
export async function writeReport(run: ResearchRun): Promise<WrittenReport> {
  const { answering, meter, task, texts } = run
  const { asked, needs, sources, signal, execution } = answering
  const { configuration, spending } = asked
  const engines = await needs.engines.current()
  const { languageEngine, deploymentName } = configuration
  const deployment = engines.findDeployment(languageEngine, deploymentName)
  const system = [configuration.systemPrompt, reportRules(sources.rule, texts.summary)]
    .filter((part) => part !== '')
    .join('\n\n')
  const lines = task.plan.lines.map(({ title }, at) => `${at + 1}. ${title}`).join('\n')
  const ending = `${questionText(asked.question, task.plan.understood)}\n\nLines of the research:\n${lines}`
  const fixed = estimateTokens(system + ending) + 2 * MESSAGE_TOKENS
  const { written, room } = reportRoom(
    task.plan.budget,
    { instructions: configuration.systemPrompt, fixed },
    deployment,
  )
  if (room < LEAST_ROOM) throw new AppError('research.budget')
  const request = {
    deploymentName,
    temperature: configuration.temperature,
    topP: configuration.topP,
    frequencyPenalty: configuration.frequencyPenalty,
    maxTokens: written,
    // Thinking would take from what is kept for the text.
    reasoningEffort: deployment.reasoning ? ('Low' as const) : null,
  }
  const mostWritten = mostAnswerTokens(request, deployment)
  const { notes, cited } = notesWithin(run, room * NOTES_SHARE)
  const shown = fitting(run, cited, room - estimateTokens(notes))
  const user = `${sources.notes(notes)}\n\n${sources.text(shown)}\n\n${ending}`
  const messages: Message[] = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]
  const asking: Omit<AnswerRequest, 'signal'> = {
    ...{ ...request, messages, tools: [], requestId: asked.requestId, askedBy: asked.queuedAs },
    onWait: (seconds) => answering.steps.begin('wait', answering.texts.waiting(seconds)),
  }
  const sentTokens = estimateTokens(system + user) + 2 * MESSAGE_TOKENS
  const spent = meter.begin(sentTokens + mostWritten)
  await saveBeforeUse(run)
  const ended = await spending.begin(asking, mostWritten)
  signal.throwIfAborted()
  const limit = AbortSignal.timeout(Math.max(1, Math.ceil(meter.reportMs())))
  const began = performance.now()
  let text = ''
  let usage: Usage | null = null
  let isCut = false
  try {
    const result = await engines.find(languageEngine).answer(
      { ...asking, signal: AbortSignal.any([signal, limit]) },
      {
        text(delta) {
          if (answering.steps.isRunning('wait')) answering.steps.done('wait', answering.texts.waited)
          if (text.length < LONGEST_REPORT) text += delta
        },
        thinking: () => undefined,
        usage(told) {
          usage = told
        },
      },
    )
    usage = result.usage ?? usage
    isCut = result.finish === 'Length'
  } catch (cause) {
    const told = usage as Usage | null
    // What was sent costs, even if nothing came back in time.
    if (told || text !== '' || limit.aborted)
      usage = {
        inputTokens: told?.inputTokens ?? sentTokens,
        outputTokens: Math.max(told?.outputTokens ?? 0, estimateTokens(text)),
      }
    if (signal.aborted || !limit.aborted || text.trim().length < LEAST_CHARACTERS) {
      if (limit.aborted && !signal.aborted) throw new AppError('research.reportTime', { cause })
      throw cause
    }
    isCut = true
  } finally {
    ended(usage, text)
    if (usage) spent(usage.inputTokens + usage.outputTokens)
    execution.called({ purpose: 'Answer', usage, ms: Math.round(performance.now() - began) })
  }
  if (text.trim() === '') throw new AppError('research.noText')
  return { text: storable(text).toWellFormed(), found: new Set([...shown, ...cited]), isCut }
}

/** Returns the notes of all lines, each as much as fits, and what they cite. */
function notesWithin(
  { lines, task, sources }: ResearchRun,
  room: number,
): { notes: string; cited: number[] } {
  const noted = lines.flatMap(({ notes }, at) =>
    notes === '' ? [] : [`${at + 1}. ${task.plan.lines[at]!.title}\n${notes}`],
  )
  const each = room / Math.max(1, noted.length)
  const notes = noted.map((text) => cutByTokens(text, each)).join('\n\n')
  const cited = [...new Set(citedNumbers(notes))].filter((number) => sources.has(number))
  // A model that took no notes leaves the sources themselves.
  return { notes, cited: cited.length > 0 ? cited : [...sources.keys()] }
}

/** Cuts at a line, so that no statement loses its sources. */
function cutByTokens(text: string, tokens: number): string {
  let left = tokens
  const kept = text.split(/(?<=[.!?؟\]])\s+|\n/).filter((sentence) => {
    left -= estimateTokens(sentence) + 1
    return left >= 0
  })
  return kept.join('\n')
}
