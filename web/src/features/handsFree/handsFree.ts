import { observable } from '../../base/observable.ts'
import type { DictationFailure } from '../composer/dictation/dictation.ts'
import type { Listener, ListenerEvents } from './listener.ts'

/** What a conversation by voice is doing. */
export type Phase = 'Opening' | 'Listening' | 'Hearing' | 'Writing' | 'Answering' | 'Speaking'

export interface HandsFreeState {
  phase: Phase
  /** Why it isn’t listening, or what went wrong last. */
  failure: DictationFailure | { error: unknown } | 'AnswerFailed' | null
  /** Whether it listens. Otherwise it has to be started again. */
  isOpen: boolean
}

/** The answer that is being written or was written last. */
export interface CurrentAnswer {
  segmentId: string
  isWritten: boolean
  hasFailed: boolean
}

export interface HandsFreeNeeds {
  listen(events: ListenerEvents): Promise<Listener>
  /** Asks a question. Returns false as long as an answer is being written. */
  ask(question: string): boolean
  /** Ends an answer that is being written. */
  stopAnswer(): void
  /** The answer to the last question; null until it is known. */
  answer(): CurrentAnswer | null
  /** Whether the last question was refused, so that no answer comes. */
  isRefused(): boolean
  /** Reading aloud: sentence by sentence, also while the answer is written. */
  reading: {
    start(segmentId: string, isWritten: () => boolean): void
    pause(): void
    resume(): void
    stop(): void
    /** `Playing`, `Paused`, or null if nothing is read. */
    state(): 'Playing' | 'Paused' | null
    hasFailed(): boolean
  }
}

/** How often the answer is looked at, and a question is asked again that had to wait. */
const LOOK_MS = 100
/** How long an answer that is stopped can take to end. */
const MOST_WAIT_MS = 10_000

/**
 * A conversation by voice: listens, asks what was said, reads the answer aloud while it is written, and listens again. A
 * voice during an answer pauses it at once. If it said something, the answer ends, and else it goes on.
 */
export function createHandsFree(needs: HandsFreeNeeds) {
  const { reading } = needs
  const state = observable<HandsFreeState>({ phase: 'Opening', failure: null, isOpen: false })
  let listener: Listener | null = null
  let isOver = false
  /** Counts what was said, so that an earlier answer isn’t followed any more. */
  let turn = 0
  let followed: string | null = null

  const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  /** What goes on while nothing is said: an answer that is read or awaited, or nothing. */
  const restPhase = (): Phase => (reading.state() === 'Playing' ? 'Speaking' : 'Listening')

  async function ask(question: string): Promise<void> {
    turn += 1
    const own = turn
    reading.stop()
    needs.stopAnswer()
    const before = needs.answer()?.segmentId ?? null
    state.set({ phase: 'Answering', failure: null })
    const until = performance.now() + MOST_WAIT_MS
    while (!needs.ask(question)) {
      await pause()
      if (isOver || own !== turn) return
      if (performance.now() > until) return state.set({ phase: 'Listening', failure: 'AnswerFailed' })
    }
    await follow(before, () => !isOver && own === turn)
  }

  /** Reads the answer aloud as soon as there is one, until it has been read. */
  async function follow(before: string | null, isCurrent: () => boolean): Promise<void> {
    let answer = needs.answer()
    while (isCurrent() && (!answer || answer.segmentId === before)) {
      if (needs.isRefused()) return state.set({ phase: 'Listening', failure: 'AnswerFailed' })
      await pause()
      answer = needs.answer()
    }
    if (!isCurrent() || !answer) return
    const { segmentId } = answer
    followed = segmentId
    const now = () => (needs.answer()?.segmentId === segmentId ? needs.answer() : null)
    reading.start(segmentId, () => now()?.isWritten ?? false)
    if (state.read().phase === 'Answering') state.set({ phase: 'Speaking' })
    // The person has begun to speak while they waited.
    else reading.pause()
    while (isCurrent() && reading.state() !== null && !reading.hasFailed()) await pause()
    if (!isCurrent()) return
    followed = null
    const { phase } = state.read()
    const failure = now()?.hasFailed ? 'AnswerFailed' : null
    if (phase === 'Speaking' || phase === 'Answering') state.set({ phase: 'Listening', failure })
  }

  const events: ListenerEvents = {
    onSpeech() {
      if (reading.state() === 'Playing') reading.pause()
      state.set({ phase: 'Hearing', failure: null })
    },
    onEnd: () => state.set({ phase: 'Writing' }),
    onText(text) {
      if (text.trim() !== '') return void ask(text.trim())
      goOn()
    },
    onFailure(failure) {
      goOn()
      // A device or a browser that failed has to be asked again. A recording that wasn’t written down can be said again.
      const isOpen = typeof failure === 'object'
      if (!isOpen) close()
      state.set({ failure, isOpen })
    },
  }

  /** It wasn’t speech, so what was interrupted goes on. */
  function goOn(): void {
    if (followed && reading.state() === 'Paused' && !reading.hasFailed()) reading.resume()
    state.set({ phase: restPhase() })
  }

  function close(): void {
    listener?.stop()
    listener = null
  }

  return {
    state,
    level: () => listener?.level() ?? null,
    async open(): Promise<void> {
      state.set({ phase: 'Opening', failure: null, isOpen: false })
      try {
        const opened = await needs.listen(events)
        if (isOver) return opened.stop()
        listener = opened
        state.set({ phase: 'Listening', isOpen: true })
      } catch (cause) {
        const failure = typeof cause === 'string' ? (cause as DictationFailure) : 'Failed'
        if (!isOver) state.set({ failure, isOpen: false })
      }
    },
    /** Ends the answer that is read, and listens. */
    interrupt(): void {
      turn += 1
      followed = null
      reading.stop()
      needs.stopAnswer()
      state.set({ phase: 'Listening' })
    },
    end(): void {
      isOver = true
      turn += 1
      close()
      reading.stop()
    },
  }
}

export type HandsFree = ReturnType<typeof createHandsFree>
