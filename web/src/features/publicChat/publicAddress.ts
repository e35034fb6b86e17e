/** What the address of a public page asks for. */
export interface PublicAddress {
  gptPublicEndpoint: string
  /** Without the sidebar, for frames. */
  isPopup: boolean
  conversationId: string | null
}

const idForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Reads `/public-chat/{endpoint}`, followed by nothing, `true` for a popup, `false`, or a conversation's ID. Returns
 * null for any other path. Popups and `false` keep the open conversation in the query, so a reload finds it again.
 */
export function publicAddressOf({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): PublicAddress | null {
  const [root, endpoint, second, ...more] = pathname.replace(/^\/|\/$/g, '').split('/')
  const gptPublicEndpoint = decoded(endpoint)
  if (root !== 'public-chat' || !gptPublicEndpoint || more.length > 0) return null
  if (second !== undefined && idForm.test(second))
    return { gptPublicEndpoint, isPopup: false, conversationId: second.toLowerCase() }
  if (second !== undefined && second !== 'true' && second !== 'false') return null
  const asked = new URLSearchParams(search).get('conversationId')
  return {
    gptPublicEndpoint,
    isPopup: second === 'true',
    conversationId: asked && idForm.test(asked) ? asked : null,
  }
}

export function publicAddress({ gptPublicEndpoint, isPopup, conversationId }: PublicAddress): string {
  const page = `/public-chat/${encodeURIComponent(gptPublicEndpoint)}`
  if (isPopup) return `${page}/true${conversationId ? `?conversationId=${conversationId}` : ''}`
  return conversationId ? `${page}/${conversationId}` : page
}

function decoded(segment: string | undefined): string {
  try {
    return decodeURIComponent(segment ?? '')
  } catch {
    return ''
  }
}
