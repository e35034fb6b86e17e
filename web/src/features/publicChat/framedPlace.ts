import { useEffect } from 'react'
import { sessionKey, storedSession } from './data/storedSession.ts'
import { isFramed } from './framed.ts'
import { type PublicAddress, publicAddress, publicAddressOf } from './publicAddress.ts'

/** Where a tab stores the conversation that is open in the frame of a public page. */
const keyOf = (gptPublicEndpoint: string): string => `${sessionKey(gptPublicEndpoint)}.open`

/**
 * Goes to the conversation that was open in this tab's frame. A site always embeds the start of a public page, so
 * without this, its reload or its next page would close the conversation. Call it before anything is shown.
 */
export function returnToPlace(): void {
  const address = isFramed() ? publicAddressOf(location) : null
  if (!address?.isPopup || address.conversationId) return
  const { gptPublicEndpoint } = address
  const found = publicAddressOf({
    pathname: location.pathname,
    search: `?conversationId=${stored(gptPublicEndpoint)}`,
  })
  if (found?.conversationId && storedSession(sessionKey(gptPublicEndpoint)))
    history.replaceState(history.state, '', publicAddress(found) + location.hash)
}

/** Remembers the open conversation of a frame for this tab. */
export function useKeepPlace({ gptPublicEndpoint, isPopup, conversationId }: PublicAddress): void {
  useEffect(() => {
    if (!isPopup || !isFramed()) return
    try {
      if (conversationId) sessionStorage.setItem(keyOf(gptPublicEndpoint), conversationId)
      else sessionStorage.removeItem(keyOf(gptPublicEndpoint))
    } catch {
      // Turned off, full, or blocked in this frame: a reload starts with an empty chat.
    }
  }, [gptPublicEndpoint, isPopup, conversationId])
}

function stored(gptPublicEndpoint: string): string {
  try {
    return sessionStorage.getItem(keyOf(gptPublicEndpoint)) ?? ''
  } catch {
    return ''
  }
}
