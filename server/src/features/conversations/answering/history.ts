import type { Message, Picture } from '../../../engines/engine.ts'
import type { PromptMessage } from '../execution/execution.ts'
import {
  cutToTokens,
  estimateTokens,
  lastTokens,
  MESSAGE_TOKENS,
  pictureTokens,
} from '../execution/tokens.ts'
import type { Turn } from '../record/store.ts'

export interface FittedHistory {
  messages: Message[]
  /** The same messages, with unchanged turns referenced instead of repeated. */
  stored: PromptMessage[]
  /** The summary of earlier turns, or null if none was needed or stored. */
  summary: string | null
  turns: number
  summarised: number
  leftOut: number
}

/** The turns of a branch as a prompt showed them, and the room that they had in it. */
export interface Remembered {
  turns: readonly ShownTurn[]
  /** The images of the question that was answered. */
  pictures: readonly Picture[]
  /** In tokens. */
  room: number
  contextTokens: number
}

/** The turns to summarize, oldest first, with the summary of what was before them. */
export interface SummaryPlan {
  before: string | null
  turns: readonly Turn[]
}

export const SUMMARY_TOKENS = 700
/** From this share of its room on, the history gets a summary, before it outgrows the room. */
const SUMMARY_FROM = 0.7
/** The newest turn is cut rather than dropped. At least this much of it is always useful. */
const LEAST_TOKENS = 200

const unanswered = '(This question was not answered.)'
const stopped = '(The answer ended here before it was complete.)'
const cutNote = '(… a part is omitted here …)'

/** Returns an answer as a model sees it. Failed or stopped answers say so, so no turn lacks one. */
function answerOf(turn: Turn): string {
  if (turn.answer.trim() === '') return unanswered
  return turn.status === 'Completed' ? turn.answer : `${turn.answer}\n\n${stopped}`
}

/** A turn with the images that the model sees with its question. */
export type ShownTurn = Turn & { pictures?: readonly Picture[] }

function costOf({ pictures = [], ...turn }: ShownTurn): number {
  const seen = pictures.reduce((sum, picture) => sum + pictureTokens(picture), 0)
  return estimateTokens(turn.question) + estimateTokens(answerOf(turn)) + 2 * MESSAGE_TOKENS + seen
}

/** Returns the cost of a whole history. Stops counting once it exceeds `most`. */
export function historyCost(turns: readonly ShownTurn[], most: number): number {
  let cost = 0
  for (const turn of turns.toReversed()) {
    cost += costOf(turn)
    if (cost > most) break
  }
  return cost
}

/**
 * Fits as much of the branch as `room` allows, from its newest turn backwards. Turns before that are replaced by
 * a stored summary, and left out as far as there is none. `unread` is the number of turns before the first one
 * given.
 */
export function fitHistory(turns: readonly ShownTurn[], unread: number, room: number): FittedHistory {
  const costs = turns.map(costOf)
  const whole = fittingFrom(costs, room)
  if (whole === 0 && unread === 0) return fitted(turns, { from: 0, room, before: 0 })
  const kept = summaryThatFits(turns, costs, room) ?? newestSummary(turns, turns.length - 1)
  const summary = turns[kept]?.summary ?? null
  const left = summary === null ? room : room - summaryCost(summary)
  if (summary === null || left < LEAST_TOKENS)
    return fitted(turns, { from: Math.min(whole, turns.length - 1), room, before: unread })
  const from = Math.min(Math.max(fittingFrom(costs, left), kept + 1), turns.length - 1)
  return fitted(turns, { from, room: left, before: unread, summary, summarised: kept + 1 })
}

/**
 * Returns what to summarize so that the next questions fit, or null while there is room. Leaves half of the room
 * free, so that not every question needs a new summary.
 */
export function planSummary(turns: readonly ShownTurn[], unread: number, room: number): SummaryPlan | null {
  const costs = turns.map(costOf)
  const enough = room * SUMMARY_FROM
  const isShort = unread === 0 && fittingFrom(costs, enough) === 0
  if (isShort || summaryThatFits(turns, costs, enough) !== null || room < 2 * SUMMARY_TOKENS) return null
  const from = Math.min(fittingFrom(costs, room / 2 - SUMMARY_TOKENS), turns.length - 1)
  const base = newestSummary(turns, from)
  const rest = turns.slice(base + 1, Math.max(from, 0))
  return rest.length === 0 ? null : { before: turns[base]?.summary ?? null, turns: rest }
}

/** Returns the index of the last turn before `end` that has a summary, or -1. */
const newestSummary = (turns: readonly Turn[], end: number) =>
  turns.findLastIndex((turn, at) => at < end && turn.summary !== null)

const summaryCost = (summary: string) => estimateTokens(summary) + MESSAGE_TOKENS

/** Returns the first turn from which all following turns fit. */
function fittingFrom(costs: readonly number[], room: number): number {
  let left = room
  let from = costs.length
  while (from > 0 && left >= (costs[from - 1] ?? 0)) {
    from -= 1
    left -= costs[from] ?? 0
  }
  return from
}

/** Returns the oldest turn whose summary fits together with all turns after it. */
function summaryThatFits(turns: readonly Turn[], costs: readonly number[], room: number): number | null {
  let best: number | null = null
  let used = 0
  for (let at = turns.length - 2; at >= 0; at -= 1) {
    used += costs[at + 1] ?? 0
    if (used > room) break
    const { summary } = turns[at] as Turn
    if (summary !== null && used + summaryCost(summary) <= room) best = at
  }
  return best
}

interface Fit {
  /** The first turn that is shown. */
  from: number
  room: number
  /** The number of turns before the first one given. */
  before: number
  summary?: string
  /** The number of given turns that the summary covers. */
  summarised?: number
}

function fitted(
  turns: readonly ShownTurn[],
  { from, room, before, summary, summarised = 0 }: Fit,
): FittedHistory {
  const result: FittedHistory = {
    messages: [],
    stored: [],
    summary: summary ?? null,
    turns: 0,
    summarised: summary === undefined ? 0 : summarised + before,
    leftOut: summary === undefined ? from + before : from - summarised,
  }
  const shown = turns.slice(from)
  // Only the newest turn can exceed the room: all others were chosen to fit.
  if (shown.length === 1 && costOf(shown[0] as ShownTurn) > room)
    return cutTurn(result, shown[0] as ShownTurn, room)
  for (const turn of shown) push(result, turn)
  return result
}

function push(result: FittedHistory, turn: ShownTurn): void {
  const { segmentId, question, pictures = [] } = turn
  const answer = answerOf(turn)
  result.turns += 1
  result.messages.push(userMessage(question, pictures), { role: 'assistant', content: answer })
  result.stored.push(
    pictures.length > 0
      ? { role: 'user', content: withPictures(question, pictures) }
      : { role: 'user', segmentId, part: 'question' },
    answer === turn.answer
      ? { role: 'assistant', segmentId, part: 'answer' }
      : { role: 'assistant', content: answer },
  )
}

/** A question with its images. */
export const userMessage = (content: string, pictures: readonly Picture[]): Message =>
  pictures.length > 0 ? { role: 'user', content, pictures } : { role: 'user', content }

/** A question as stored for readers of the prompt: images are counted, not repeated. */
export const withPictures = (question: string, { length }: readonly Picture[]): string =>
  length === 0 ? question : `[${length === 1 ? '1 image' : `${length} images`}]\n${question}`

/** Cuts a newest turn that alone is too long to its beginning and end, with a note between. */
function cutTurn(result: FittedHistory, turn: ShownTurn, room: number): FittedHistory {
  if (room < LEAST_TOKENS) return { ...result, leftOut: result.leftOut + 1 }
  const each = room / 2 - MESSAGE_TOKENS
  const question = cutText(turn.question, each)
  const left = room - estimateTokens(question) - 2 * MESSAGE_TOKENS
  const { pictures = [] } = turn
  const answer = { role: 'assistant' as const, content: cutText(answerOf(turn), left) }
  return {
    ...result,
    turns: 1,
    messages: [userMessage(question, pictures), answer],
    stored: [{ role: 'user', content: withPictures(question, pictures) }, answer],
  }
}

function cutText(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  const half = Math.max(0, (tokens - estimateTokens(cutNote)) / 2)
  return `${cutToTokens(text, half)}\n${cutNote}\n${lastTokens(text, half)}`
}
