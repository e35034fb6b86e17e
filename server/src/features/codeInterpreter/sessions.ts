import { type Interpreter, startInterpreter } from '../../platform/sandbox/interpreter.ts'
import type { SandboxPrograms } from '../../platform/sandbox/programs.ts'
import type { CellEnd, CellEvent, CellOutcome } from '../../platform/sandbox/received.ts'
import { type GivenFile, GivenFiles } from './givenFiles.ts'
import { inOrder } from './inOrder.ts'

/** The most processes at once, and how long each waits for the next cell of its conversation. */
const MOST_SESSIONS = 8
const IDLE_MS = 10 * 60_000
/** How long a cell waits for a process of another conversation to be free. */
const PATIENCE_MS = 30_000
const LOOK_MS = 200
/** Processes that aren’t started in advance. */
const KEPT_FREE = 4

export interface SessionCell {
  /** The process belongs to this conversation alone. */
  conversationId: string
  code: string
  seconds: number
  /** All files of the conversation, the oldest first. */
  files(): Promise<GivenFile[]>
  signal: AbortSignal
  on(event: CellEvent): void
}

export interface SessionEnd extends CellEnd {
  /** Whether variables of earlier cells may be missing, because the process is new. */
  isNew: boolean
  /** Names of files of the conversation for which there was no room. */
  notGiven: string[]
  /** How long it ran. */
  ms: number
}

export interface Sessions {
  /** Runs a cell after those before it. Returns null if all processes are busy for too long. */
  run(cell: SessionCell): Promise<SessionEnd | null>
  /** Starts the process of a conversation in advance, if there is room. */
  prepare(conversationId: string): void
  /** Ends the process of a conversation. */
  end(conversationId: string): void
  stop(): Promise<void>
}

interface Session {
  slot: number
  given: GivenFiles
  interpreter: Interpreter
  cells: number
  busy: boolean
  usedAt: number
  timer: NodeJS.Timeout | null
}

/** Keeps one process for each conversation that runs code, as long as there is room. */
export function createSessions(programs: SandboxPrograms): Sessions {
  const sessions = new Map<string, Promise<Session>>()
  const open = new Map<string, Session>()
  const cells = inOrder()
  const slots = new Set(Array.from({ length: MOST_SESSIONS }, (_, at) => at))
  const closing = new Set<Promise<void>>()
  let stopped = false

  function close(conversationId: string, session: Session): void {
    if (open.get(conversationId) !== session) return
    open.delete(conversationId)
    sessions.delete(conversationId)
    if (session.timer) clearTimeout(session.timer)
    session.interpreter.close()
    const closed = session.interpreter.closed
      .then(() => session.given.remove())
      // What can't be removed now is removed by the next server.
      .catch(() => undefined)
      .finally(() => {
        slots.add(session.slot)
        closing.delete(closed)
      })
    closing.add(closed)
  }

  function rest(conversationId: string, session: Session): void {
    session.busy = false
    session.usedAt = performance.now()
    if (session.timer) clearTimeout(session.timer)
    session.timer = setTimeout(() => close(conversationId, session), IDLE_MS)
    session.timer.unref()
  }

  /** Takes a free slot, or ends the process that has been idle the longest, one at a time. */
  function takeSlot(): number | null {
    const [slot] = slots
    if (slot !== undefined) {
      slots.delete(slot)
      return slot
    }
    // One of these is free soon. Without waiting, each look would end another.
    if (closing.size > 0) return null
    const idle = [...open].filter(([, { busy }]) => !busy).sort(([, a], [, b]) => a.usedAt - b.usedAt)
    const [oldest] = idle
    if (oldest) close(...oldest)
    return null
  }

  async function begin(conversationId: string, slot: number): Promise<Session> {
    const given = await GivenFiles.create(slot)
    try {
      const interpreter = startInterpreter({ programs, slot, givenFolder: given.folder })
      const usedAt = performance.now()
      const session: Session = { slot, given, interpreter, cells: 0, busy: true, usedAt, timer: null }
      open.set(conversationId, session)
      void interpreter.closed.then(() => close(conversationId, session))
      if (stopped) close(conversationId, session)
      return session
    } catch (cause) {
      await given.remove()
      throw cause
    }
  }

  /** Returns the process of a conversation, marked as busy at once, so that no other takes its place. */
  async function take(
    conversationId: string,
    signal: AbortSignal,
    patienceMs: number,
  ): Promise<Session | null> {
    const end = performance.now() + patienceMs
    for (;;) {
      if (stopped) return null
      const known = open.get(conversationId)
      if (known) {
        known.busy = true
        return known
      }
      const begins = sessions.get(conversationId)
      if (begins) {
        await begins
        continue
      }
      const slot = takeSlot()
      if (slot !== null) {
        const begun = begin(conversationId, slot)
        sessions.set(conversationId, begun)
        begun.catch(() => {
          sessions.delete(conversationId)
          slots.add(slot)
        })
        return begun
      }
      if (performance.now() > end || signal.aborted) return null
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }

  async function runNow({ conversationId, code, seconds, files, signal, on }: SessionCell) {
    const session = await take(conversationId, signal, PATIENCE_MS)
    if (!session) return null
    if (session.timer) clearTimeout(session.timer)
    try {
      const isNew = session.cells === 0
      // It still has what its own cells wrote.
      const given = (await files()).filter(({ wasWritten }) => isNew || !wasWritten)
      const notGiven = await session.given.add(given)
      session.cells += 1
      const began = performance.now()
      const end = await session.interpreter.run({ code, seconds, signal, on })
      return { ...end, isNew, notGiven, ms: Math.round(performance.now() - began) }
    } finally {
      if (session.interpreter.isGone) close(conversationId, session)
      else rest(conversationId, session)
    }
  }

  return {
    run: (cell) => cells.run(cell.conversationId, () => runNow(cell)),
    prepare(conversationId) {
      // Most questions run no code, so others keep their processes, and some stay free.
      if (sessions.has(conversationId) || cells.isBusy(conversationId) || slots.size <= KEPT_FREE) return
      // A cell that comes meanwhile waits for this.
      const prepared = take(conversationId, new AbortController().signal, 0).then(
        (session) => session && rest(conversationId, session),
      )
      cells.follow(conversationId, prepared)
    },
    end(conversationId) {
      sessions.get(conversationId)?.then(
        (session) => close(conversationId, session),
        () => undefined,
      )
    },
    async stop() {
      stopped = true
      // Those that are starting end as soon as they have.
      await Promise.allSettled(sessions.values())
      for (const [conversationId, session] of [...open]) close(conversationId, session)
      await Promise.all(closing)
    },
  }
}

/** Whether the variables of earlier cells are gone after this outcome. */
export const isLost = (outcome: CellOutcome): boolean => outcome.endsWith('Lost')
