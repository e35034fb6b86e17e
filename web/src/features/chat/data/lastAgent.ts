const key = 'lastGptSystemId'

/** Returns the agent of the last chat in this browser, which `/chat` uses if the URL names none. */
export function readLastAgent(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keepLastAgent(gptSystemId: string): void {
  try {
    localStorage.setItem(key, gptSystemId)
  } catch {
    // If storage is disabled, the first agent is used.
  }
}
