import type { publicChat } from '@parlance/contract/publicChat'
import type { Answer } from '../../../api/request.ts'

export type VisitorSession = Answer<typeof publicChat.startSession>

/** Where this browser stores a visitor's session. */
export const sessionKey = (gptPublicEndpoint: string): string => `parlance.public.${gptPublicEndpoint}`

/** Returns the stored session, or null if there is none or the browser stores nothing. */
export function storedSession(key: string): VisitorSession | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isSession(found) ? found : null
  } catch {
    return null
  }
}

function isSession(found: unknown): found is VisitorSession {
  const { sessionIdentifier, secret } = (found ?? {}) as Partial<VisitorSession>
  return typeof sessionIdentifier === 'string' && typeof secret === 'string'
}
