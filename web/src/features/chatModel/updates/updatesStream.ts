import { type UpdateEvent, updateEventNames } from '@parlance/contract/updates'
import { callOf } from '../../../api/request.ts'
import { ApiError, send } from '../../../session/http.ts'
import { onBack, untilBackOr } from '../stream/backOnline.ts'
import { eventsOf, SILENCE_MS } from '../stream/eventStream.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

interface UpdatesSink {
  event: (event: UpdateEvent) => void
}

/**
 * Receives the updates of the user's conversations until the signal, reconnecting as needed. Each connection
 * starts with the current status. A lost connection isn't reported, because missed updates are loaded again.
 */
export async function followUpdates(sink: UpdatesSink, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const attempt = new AbortController()
    const either = AbortSignal.any([signal, attempt.signal])
    const stopListening = onBack(() => attempt.abort())
    try {
      const response = await send({
        ...callOf('conversations.events', {}),
        headers: { accept: 'text/event-stream' },
        signal: either,
        timeoutMs: SILENCE_MS,
      })
      for await (const events of eventsOf<UpdateEvent>(response, updateEventNames, attempt)) {
        failures = 0
        for (const event of events) sink.event(event)
      }
    } catch (error) {
      // Stops if access has ended. Other calls of the page report it.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return
    } finally {
      stopListening()
      attempt.abort()
    }
    const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
    await untilBackOr(wait, signal).catch(() => undefined)
  }
}
