import { auth, setPathAfterLogin } from './auth.ts'
import { DEFAULT_PATH } from './loginPath.ts'

const MAX_LENGTH = 2000

/**
 * Returns the path if it is one of our own, otherwise the chat. An external one would be an open redirect. It
 * must start with exactly one slash, without backslashes (browsers read them as slashes) or control characters
 * (browsers drop them). The browser must also resolve it to this origin. The login itself would be a loop.
 */
export function ownPath(path: unknown, origin = globalThis.location?.origin ?? 'http://localhost'): string {
  if (typeof path !== 'string' || path.length > MAX_LENGTH) return DEFAULT_PATH
  if (!/^\/(?![/\\])/.test(path) || path.includes('\\')) return DEFAULT_PATH
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check looks for control characters
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/.test(path)) return DEFAULT_PATH
  if (!URL.canParse(path, origin)) return DEFAULT_PATH
  const url = new URL(path, origin)
  const segments = decoded(url.pathname)
  if (url.origin !== origin || segments === undefined || /^\/[/\\]|[\\]/.test(segments)) return DEFAULT_PATH
  if (/^\/(auth|api|directory|redirect\.html)(\/|$)/i.test(segments)) return DEFAULT_PATH
  return url.pathname + url.search + url.hash
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}

export function rememberPath(path: string): void {
  setPathAfterLogin(ownPath(path))
}

/** Returns the path to open after sign-in. It is used once. */
export function takePath(): string {
  const path = ownPath(auth.read().pathAfterLogin)
  setPathAfterLogin(undefined)
  return path
}
