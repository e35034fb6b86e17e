import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { removeLeftFolders } from './givenFiles.ts'
import { createSessions, type SessionCell, type SessionEnd, type Sessions } from './sessions.ts'
import { type CodeTime, createCodeTime } from './time.ts'

export type { CellEvent, CellOutcome } from '../../platform/sandbox/interpreter.ts'
export type { ChartData } from '../../platform/sandbox/messages.ts'
export type { GivenFile } from './givenFiles.ts'
export { isLost } from './sessions.ts'

/** Runs Python in a sandbox. */
export interface CodeInterpreter {
  readonly time: CodeTime
  /** Whether this machine can, and the instance allows it. */
  isOn(): Promise<boolean>
  /** Runs a cell. Returns null if all processes are busy. Throws if this machine has no sandbox. */
  run(cell: SessionCell): Promise<SessionEnd | null>
  /** Starts the process of a conversation before its first cell, if there is room. */
  prepare(conversationId: string): void
  /** Ends the process of a conversation, if it has one. */
  end(conversationId: string): void
  stop(): Promise<void>
}

/** Keeps processes that run the code of conversations. */
export function createCodeInterpreter(
  { sandbox, database, config }: Pick<Platform, 'sandbox' | 'database' | 'config'>,
  instance: Pick<CurrentInstance, 'isToolOn'>,
): CodeInterpreter {
  let sessions: Sessions | null = null

  async function begun(): Promise<Sessions> {
    const { programs } = await sandbox.state()
    if (!programs) throw new Error('This machine has no sandbox.')
    if (!sessions) {
      sessions = createSessions(programs)
      // Those of other users can’t be removed.
      await removeLeftFolders().catch(() => undefined)
    }
    return sessions
  }

  return {
    time: createCodeTime(database, config.codeMinutesPerDay),
    isOn: () => instance.isToolOn('CodeInterpreter'),
    run: async (cell) => (await begun()).run(cell),
    prepare(conversationId) {
      begun().then(
        (ready) => ready.prepare(conversationId),
        () => undefined,
      )
    },
    end: (conversationId) => sessions?.end(conversationId),
    async stop() {
      await sessions?.stop()
    },
  }
}
