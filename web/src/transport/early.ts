/** How long after the page load an early response counts as current. */
const FRESH_MS = 10_000

type EarlyAnswers = Record<string, Promise<Response> | undefined>

/**
 * Returns the response to a call that the page's first script made while the application loaded. Each is
 * returned once, so another call asks the server. A failed call is made again.
 */
export async function earlyAnswer(url: string): Promise<Response | null> {
  const { earlyAnswers } = globalThis as { earlyAnswers?: EarlyAnswers }
  const early = earlyAnswers?.[url]
  if (!early) return null
  delete earlyAnswers[url]
  if (performance.now() > FRESH_MS) return null
  return early.catch(() => null)
}
