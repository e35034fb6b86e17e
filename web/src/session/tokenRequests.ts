import { client } from '@parlance/contract/limits'
import { sessionStored } from '../base/storage.ts'

const KEY = 'tokenRequests'

/**
 * Counts a token request. Returns true at the fourth within 30 s, which indicates a loop, so the sign-in cache
 * has to be cleared. The count is in session storage, because such a loop can span page loads.
 */
export function countTokenRequest(now = Date.now()): boolean {
  const last = sessionStored.read<{ since: number; count: number }>(KEY)
  const fresh = !last || now - last.since >= client.tokenRequestResetMs || now < last.since
  const count = fresh ? 1 : last.count + 1
  if (count >= client.tokenRequestsBeforeCacheClear) {
    sessionStored.remove(KEY)
    return true
  }
  sessionStored.write(KEY, { since: fresh ? now : last.since, count })
  return false
}
