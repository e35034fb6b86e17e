import { deriveKey } from '../../platform/keys.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { createAzureService } from './azure/azureService.ts'
import { createAzureSessions } from './azure/azureSessions.ts'
import { removeLeftFolders } from './givenFiles.ts'
import { createSessions, type SessionCell, type SessionEnd, type Sessions } from './sessions.ts'
import { type CodeTime, createCodeTime } from './time.ts'

export type { ChartData } from '../../platform/sandbox/messages.ts'
export type { CellEvent, CellOutcome } from '../../platform/sandbox/received.ts'
export type { GivenFile } from './givenFiles.ts'
export { isLost } from './sessions.ts'

/** Runs Python in a sandbox, on this machine or at a provider. */
export interface CodeInterpreter {
  readonly time: CodeTime
  /** Whether there is one, and the instance allows it. */
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
  needs: Pick<Platform, 'sandbox' | 'database' | 'config' | 'egress' | 'log' | 'redaction'>,
  instance: Pick<CurrentInstance, 'isToolOn'>,
): CodeInterpreter {
  const { sandbox, database, config, redaction } = needs
  const elsewhere = elsewhereOf(needs)
  let sessions: Sessions | null = elsewhere

  async function begun(): Promise<Sessions> {
    if (elsewhere) return elsewhere
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
    // Code and files can’t be redacted, so they then aren’t sent elsewhere.
    isOn: async () =>
      (await instance.isToolOn('CodeInterpreter')) && !(elsewhere && (await redaction.redactsForProviders())),
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

/** Returns the sessions of a provider, if the configuration names one. */
function elsewhereOf({ config, egress, log }: Pick<Platform, 'config' | 'egress' | 'log'>): Sessions | null {
  if (!config.azureCodeSessions) return null
  const service = createAzureService(config.azureCodeSessions, egress)
  return createAzureSessions({ service, key: deriveKey(config.secretKey, 'code-session'), log })
}
