/** So long after the page's beginning an early answer is what one would be told now. */
const FRESH_MS = 10_000

type EarlyAnswers = Record<string, Promise<Response> | undefined>

/**
 * The answer to a call that the page's first script has made already, beside the loading of the program: handed out
 * once, so that whoever asks again asks the server. A call that failed is made anew.
 */
export async function earlyAnswer(url: string): Promise<Response | null> {
  const { earlyAnswers } = globalThis as { earlyAnswers?: EarlyAnswers }
  const early = earlyAnswers?.[url]
  if (!early) return null
  delete earlyAnswers[url]
  if (performance.now() > FRESH_MS) return null
  return early.catch(() => null)
}
