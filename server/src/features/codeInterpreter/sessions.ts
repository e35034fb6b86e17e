import {
  type CellEnd,
  type CellEvent,
  type CellOutcome,
  type Interpreter,
  startInterpreter,
} from '../../platform/sandbox/interpreter.ts'
import type { SandboxPrograms } from '../../platform/sandbox/programs.ts'
import { type GivenFile, GivenFiles } from './givenFiles.ts'

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
  const last = new Map<string, Promise<unknown>>()
  const slots = new Set(Array.from({ length: MOST_SESSIONS }, (_, at) => at))
  const closing = new Set<Promise<void>>()

  function close(conversationId: string, session: Session): void {
    if (open.get(conversationId) !== session) return
    open.delete(conversationId)
    sessions.delete(conversationId)
    if (session.timer) clearTimeout(session.timer)
    session.interpreter.close()
    const closed = session.interpreter.closed
      .then(() => session.given.remove())
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

  /** Takes a free slot, or that of the process that has been idle the longest. */
  function takeSlot(): number | null {
    const [slot] = slots
    if (slot !== undefined) {
      slots.delete(slot)
      return slot
    }
    const idle = [...open].filter(([, { busy }]) => !busy).sort(([, a], [, b]) => a.usedAt - b.usedAt)
    const [oldest] = idle
    if (oldest) close(...oldest)
    return null
  }

  async function begin(conversationId: string, slot: number): Promise<Session> {
    const given = await GivenFiles.create(slot)
    const interpreter = startInterpreter({ programs, slot, givenFolder: given.folder })
    const session: Session = {
      slot,
      given,
      interpreter,
      cells: 0,
      busy: false,
      usedAt: performance.now(),
      timer: null,
    }
    open.set(conversationId, session)
    void interpreter.closed.then(() => close(conversationId, session))
    return session
  }

  async function find(
    conversationId: string,
    signal: AbortSignal,
    patienceMs: number,
  ): Promise<Session | null> {
    const end = performance.now() + patienceMs
    for (;;) {
      const known = sessions.get(conversationId)
      if (known) return known
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
    const session = await find(conversationId, signal, PATIENCE_MS)
    if (!session) return null
    session.busy = true
    if (session.timer) clearTimeout(session.timer)
    try {
      const isNew = session.cells === 0
      // It still has what its own cells wrote.
      const given = (await files()).filter(({ wasWritten }) => isNew || !wasWritten)
      const notGiven = await session.given.add(given)
      session.cells += 1
      const end = await session.interpreter.run({ code, seconds, signal, on })
      return { ...end, isNew, notGiven }
    } finally {
      if (session.interpreter.isGone) close(conversationId, session)
      else rest(conversationId, session)
    }
  }

  return {
    async run(cell) {
      const before = last.get(cell.conversationId) ?? Promise.resolve()
      const ran = before.then(() => runNow(cell))
      const settled = ran.catch(() => undefined)
      last.set(cell.conversationId, settled)
      void settled.then(() => {
        if (last.get(cell.conversationId) === settled) last.delete(cell.conversationId)
      })
      return ran
    },
    prepare(conversationId) {
      // Most questions run no code, so others keep their processes, and some stay free.
      if (sessions.has(conversationId) || slots.size <= KEPT_FREE) return
      find(conversationId, new AbortController().signal, 0)
        .then((session) => session && !session.busy && rest(conversationId, session))
        .catch(() => undefined)
    },
    end(conversationId) {
      const session = open.get(conversationId)
      if (session) close(conversationId, session)
    },
    async stop() {
      for (const [conversationId, session] of [...open]) close(conversationId, session)
      await Promise.all(closing)
    },
  }
}

/** Whether the variables of earlier cells are gone after this outcome. */
export const isLost = (outcome: CellOutcome): boolean => outcome.endsWith('Lost')
