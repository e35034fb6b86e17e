import { sessionKey, storedSession } from '../../publicChat/data/storedSession.ts'
import type { ClaimProof } from './api.ts'
import type { ClaimSource } from './fragment.ts'

/** Returns the proof of a visitor's session, or null if this browser has no session of the page. */
export function proofOf(source: ClaimSource | null): ClaimProof | null {
  if (!source) return null
  if ('code' in source) return { code: source.code }
  const session = storedSession(sessionKey(source.page))
  if (!session) return null
  const { sessionIdentifier, secret } = session
  return { session: { sessionIdentifier, secret } }
}

/** Removes the session that was taken along from this browser, unless the page has started another one. */
export function dropSession(source: ClaimSource, { session }: ClaimProof): void {
  if (!('page' in source)) return
  const key = sessionKey(source.page)
  if (storedSession(key)?.sessionIdentifier === session?.sessionIdentifier) localStorage.removeItem(key)
}
