const key = 'lastGptSystemId'

/** The agent of the last chat in this browser: where `/chat` names none, one goes on with it. */
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
    // Storage may be switched off: the first agent is then the one to begin with.
  }
}
