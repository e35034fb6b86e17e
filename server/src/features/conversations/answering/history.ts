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
  /** The summary of earlier turns, or null if none was needed or it could not be written. */
  summary: string | null
  turns: number
  summarised: number
  leftOut: number
}

/**
 * Summarizes these turns, which follow `before`, and stores the summary for later questions. Returns null on
 * failure.
 */
export type Summarize = (before: string | null, turns: readonly Turn[]) => Promise<string | null>

export const SUMMARY_TOKENS = 700
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
 * Fits as much of the branch as `room` allows, from its newest turn backwards, and summarizes the rest. Reuses
 * a stored summary if one fits. Otherwise writes a new one that leaves room for the next questions, to avoid
 * rewriting it for each. `unread` is the number of turns before the first one given.
 */
export async function fitHistory(
  turns: readonly ShownTurn[],
  unread: number,
  room: number,
  summarize: Summarize,
): Promise<FittedHistory> {
  const costs = turns.map(costOf)
  const whole = fittingFrom(costs, room)
  if (whole === 0 && unread === 0) return fitted(turns, 0, null, 0)
  const kept = summaryThatFits(turns, costs, room)
  if (kept !== null) return fitted(turns, kept + 1, turns[kept]?.summary ?? null, unread)
  const from = Math.min(fittingFrom(costs, room / 2 - SUMMARY_TOKENS), turns.length - 1)
  const base = turns.findLastIndex((turn, at) => at < from && turn.summary !== null)
  const rest = turns.slice(base + 1, from)
  const summary =
    from === 0 || room < 2 * SUMMARY_TOKENS ? null : await summarize(turns[base]?.summary ?? null, rest)
  if (summary !== null) return fitted(turns, from, summary, unread, room - estimateTokens(summary))
  return fitted(turns, Math.min(whole, turns.length - 1), null, unread, room)
}

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
    if (summary !== null && used + estimateTokens(summary) + MESSAGE_TOKENS <= room) best = at
  }
  return best
}

function fitted(
  turns: readonly ShownTurn[],
  from: number,
  summary: string | null,
  unread: number,
  room = Number.POSITIVE_INFINITY,
): FittedHistory {
  const before = from + unread
  const result: FittedHistory = {
    messages: [],
    stored: [],
    summary,
    turns: 0,
    summarised: summary === null ? 0 : before,
    leftOut: summary === null ? before : 0,
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
