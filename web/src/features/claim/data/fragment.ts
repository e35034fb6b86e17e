/** The page on which signed-in users take a visitor's chats along. */
const CLAIM_PATH = '/chat/claim'
/** Survives the sign-in, which leaves the page. Removed once it is used. */
const KEY = 'parlance.claim'

/** What names a visitor's session: a code, or the public page whose session this browser stores. */
export type ClaimSource = { code: string } | { page: string }

let ofPage: string | null = null

/** Builds the address. The fragment isn't sent to the server, so it is in no log. */
export const claimAddress = (source: ClaimSource): string =>
  `${CLAIM_PATH}#${'page' in source ? `page=${encodeURIComponent(source.page)}` : encodeURIComponent(source.code)}`

/** Moves the fragment out of the address bar, and so out of the browser's history, before anything else happens. */
export function keepFragment(): void {
  const { pathname, search, hash } = location
  if (pathname !== CLAIM_PATH || hash.length < 2) return
  history.replaceState(history.state, '', pathname + search)
  ofPage = hash.slice(1)
  try {
    sessionStorage.setItem(KEY, ofPage)
  } catch {
    // Without storage, it is kept until the page is left.
  }
}

/** Returns what the address named, or null if nothing. */
export function claimSource(): ClaimSource | null {
  let fragment = ofPage
  try {
    fragment ??= sessionStorage.getItem(KEY)
  } catch {
    // It stores nothing.
  }
  if (!fragment) return null
  const page = new URLSearchParams(fragment).get('page')
  return page ? { page } : { code: decoded(fragment) }
}

export function forgetFragment(): void {
  ofPage = null
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // It stores nothing.
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
