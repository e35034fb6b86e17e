/** What Azure says about its avatar: it begins or ends a sentence, or has ended the session. */
export type AzureEvent = 'Began' | 'Ended' | 'SessionEnded'

const events = new Map<unknown, AzureEvent>([
  ['EVENT_TYPE_TURN_START', 'Began'],
  ['EVENT_TYPE_TURN_END', 'Ended'],
  ['EVENT_TYPE_SWITCH_TO_IDLE', 'Ended'],
  ['EVENT_TYPE_SESSION_END', 'SessionEnded'],
])

/** Returns what a message of the service says; null for anything else. */
export function azureEventOf(message: unknown): AzureEvent | null {
  try {
    const { event } = JSON.parse(String(message)) as { event?: { eventType?: unknown } }
    return events.get(event?.eventType) ?? null
  } catch {
    return null
  }
}

/** The sentences that Azure’s avatar was given, of which it only says that it begins and ends them. */
export function createAzureSentences(show: (sentence: string | null) => void) {
  let waiting: string[] = []
  let isSpeaking = false
  let isShown = false

  function showNext(): void {
    const next = waiting.shift()
    if (next === undefined) return
    isShown = true
    show(next)
  }

  return {
    add(sentences: readonly string[]): void {
      waiting.push(...sentences)
      // The first one can begin before the call that asked for it is answered.
      if (isSpeaking && !isShown) showNext()
    },
    began(): void {
      isSpeaking = true
      showNext()
    },
    ended(): void {
      isSpeaking = false
      if (!isShown || waiting.length > 0) return
      isShown = false
      show(null)
    },
    /** Forgets all of them. One that is being stopped can still end. */
    clear(): void {
      waiting = []
      isSpeaking = false
      isShown = false
    },
  }
}
