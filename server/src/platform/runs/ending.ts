import { setTimeout as wait } from 'node:timers/promises'
import type { TerminalStatus } from '@parlance/contract/events'
import { type Database, isRefusedData } from '../database/database.ts'
import { sessionTokenHeader, UNKNOWN_POSITION } from '../database/sessionToken.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log/log.ts'
import type { Entry } from './entry.ts'
import { type Folded, fold } from './fold.ts'
import { cutRows, type EventRow } from './rows.ts'
import type { Run } from './run.ts'
import { endRun, type SubjectEnd } from './store.ts'

const RETRY_MIN_MS = 50
const RETRY_MAX_MS = 1000

/** How an answer ended. The subject's owner stores it in the same statement. */
export interface EndedRun extends Folded {
  runId: string
  subjectId: string
  status: TerminalStatus
  /** Whether everything else was left out, because the database rejected it. */
  isTextAlone: boolean
}

/** Returns only the answer's text and errors, for when the database rejects other data from a provider. */
export function textAlone(ended: EndedRun): EndedRun {
  return {
    ...ended,
    isTextAlone: true,
    citations: [],
    reads: [],
    isUnanswered: false,
    usage: null,
    steps: [],
    codeInterpreterResponse: '',
    thinking: '',
  }
}

/** Returns the error that readers see if an answer's server has stopped. */
export function interruption(requestId: string) {
  const error = new AppError('run.interrupted')
  return { text: error.message, code: error.code, requestId }
}

/** Returns the final events. The token says where the end is stored; it is unknown until then. */
export function lastEntries(status: TerminalStatus, token: string = UNKNOWN_POSITION): Entry[] {
  return [
    { event: 'cosmos-db-session-tokens', data: { [sessionTokenHeader]: token } },
    { event: 'no-more-data', data: { status } },
  ]
}

/**
 * Stores the end of a run, however long the database is unavailable. The remaining events, the subject's data,
 * and the status are stored in one statement. Returns false if another process has ended the run in the
 * meantime.
 */
export async function storeEnd(
  { database, log }: { database: Database; log: Log },
  run: Run,
  status: TerminalStatus,
  subjectEnd: (ended: EndedRun) => SubjectEnd,
): Promise<boolean> {
  const whole = [...run.log, ...lastEntries(status)]
  const tail = cutRows(run.runId, whole, run.log.length, whole.length)
  const rest = run.refused ? tail : cutRows(run.runId, whole, run.flushed, whole.length)
  const ended: EndedRun = {
    runId: run.runId,
    subjectId: run.subjectId,
    status,
    isTextAlone: false,
    ...fold(run.log),
  }
  // Data that is rejected permanently is left out, least important first, so an answer always reaches its end.
  const forms: [EndedRun, EventRow[]][] = [
    [ended, rest],
    [textAlone(ended), rest],
    [textAlone(ended), tail],
  ]
  let form = 0
  let saidOf: number | null = null
  for (let pause = RETRY_MIN_MS; ; pause = Math.min(pause * 2, RETRY_MAX_MS)) {
    const [subject, rows] = forms[form] as [EndedRun, EventRow[]]
    try {
      const ending = { runId: run.runId, status, rows }
      return await endRun(database.control, ending, subjectEnd(subject), !database.embedded)
    } catch (cause) {
      // Repeated until it succeeds, but logged once for what is stored.
      if (saidOf !== form) log.warn('runs.endFailed', { runId: run.runId }, cause)
      saidOf = form
      if (isRefusedData(cause)) form = Math.min(form + 1, forms.length - 1)
      await wait(pause)
    }
  }
}
