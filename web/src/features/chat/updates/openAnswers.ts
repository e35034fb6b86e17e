import { observable } from '../../../base/observable.ts'

type Ids = readonly string[]

interface OpenAnswers {
  /** The segments being answered now, by conversation. */
  running: ReadonlyMap<string, Ids>
  /** Conversations whose answer ended while another one was open. */
  unseen: ReadonlySet<string>
}

/** The answer status of each conversation row, across all of the user's windows. */
export const openAnswers = observable<OpenAnswers>({ running: new Map(), unseen: new Set() })

/** Applies the server's list of running answers. Answers missing from it have ended during a disconnect. */
export function setRunning(
  answers: readonly { conversationId: string; conversationSegmentId: string }[],
  current: string | null,
): void {
  const before = openAnswers.read()
  const running = new Map<string, Ids>()
  for (const { conversationId, conversationSegmentId } of answers)
    running.set(conversationId, [...(running.get(conversationId) ?? []), conversationSegmentId])
  const unseen = new Set(before.unseen)
  for (const id of before.running.keys()) if (!running.has(id) && id !== current) unseen.add(id)
  openAnswers.set({ running, unseen })
}

export function answerStarted(conversationId: string, segmentId: string): void {
  const { running } = openAnswers.read()
  const others = (running.get(conversationId) ?? []).filter((one) => one !== segmentId)
  openAnswers.set({ running: new Map(running).set(conversationId, [...others, segmentId]) })
  seen(conversationId)
}

export function answerEnded(conversationId: string, segmentId: string, isSeen: boolean): void {
  const running = new Map(openAnswers.read().running)
  const others = (running.get(conversationId) ?? []).filter((one) => one !== segmentId)
  if (others.length > 0) running.set(conversationId, others)
  else running.delete(conversationId)
  const unseen = new Set(openAnswers.read().unseen)
  if (!isSeen) unseen.add(conversationId)
  openAnswers.set({ running, unseen })
}

/** Call when the conversation is opened or deleted. */
export function seen(conversationId: string): void {
  const { unseen } = openAnswers.read()
  if (!unseen.has(conversationId)) return
  const left = new Set(unseen)
  left.delete(conversationId)
  openAnswers.set({ unseen: left })
}

export function conversationRemoved(conversationId: string): void {
  const running = new Map(openAnswers.read().running)
  running.delete(conversationId)
  openAnswers.set({ running })
  seen(conversationId)
}
