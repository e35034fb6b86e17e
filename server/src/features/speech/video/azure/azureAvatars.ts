import type { AzureAvatar } from '../../../../config/config.ts'
import type { Egress } from '../../../../platform/egress/egress.ts'
import type { Log } from '../../../../platform/log/log.ts'
import type { Connect, Order } from '../messages.ts'
import type { AvatarWorker, Outcome, WorkerEvents } from '../worker.ts'
import { type AzureLimits, AzureSession, azureLimits } from './azureSession.ts'
import type { Relay } from './relay.ts'

interface Needs {
  place: AzureAvatar
  egress: Egress
  log: Log
  relay: Relay
  isAllowed(): Promise<boolean>
  limits?: AzureLimits
}

/** The avatars of Azure that this process has connected. */
export function createAzureAvatars(
  { place, egress, log, relay, isAllowed, limits = azureLimits }: Needs,
  events: WorkerEvents,
): AvatarWorker {
  const sessions = new Map<string, AzureSession>()

  async function connect({ speechSessionId, sdp }: Connect): Promise<Outcome> {
    const relayed = await relay.read()
    if (relayed.error !== null) return relayed
    const session = new AzureSession(place, egress, limits, {
      isAllowed,
      closed() {
        sessions.delete(speechSessionId)
        events.closed(speechSessionId)
      },
      quiet: () => events.quiet(speechSessionId),
      failed: (error, fields) => log.warn('speech.azureFailed', { error, ...fields }),
    })
    sessions.set(speechSessionId, session)
    const connected = await session.connect(sdp, relayed.ice)
    if (connected.error === null) return { error: null, sdp: connected.answer }
    sessions.delete(speechSessionId)
    session.close()
    if (connected.error !== 'Unreachable') return connected
    // A refused connection doesn’t say why. The credentials need the same key and host.
    const { error } = await relay.refresh()
    return { error: error ?? 'Broken' }
  }

  return {
    async order(order: Order): Promise<Outcome> {
      if (order.do === 'connect') return connect(order)
      const session = sessions.get(order.speechSessionId)
      if (!session) return { error: 'Gone' }
      if (order.do === 'disconnect') {
        sessions.delete(order.speechSessionId)
        session.close()
        return { error: null, sdp: '' }
      }
      const error = order.do === 'speak' ? session.speak(order.sentences) : session.stop()
      return error ? { error } : { error: null, sdp: '' }
    },
    keep: () => undefined,
    end() {
      for (const session of sessions.values()) session.close()
      sessions.clear()
    },
  }
}
