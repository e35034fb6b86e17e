import { auth, setPathAfterLogin } from './auth.ts'
import { DEFAULT_PATH } from './loginPath.ts'

const MAX_LENGTH = 2000

/**
 * The path when it is one of our own, else the chat. Taken over from outside it would be an open redirect: one leading
 * slash, no second one, no backslash (browsers read it as a slash), no control character (they drop it), and the
 * browser's own reading of it must stay on this origin. The login itself would be a circle.
 */
export function ownPath(path: unknown, origin = globalThis.location?.origin ?? 'http://localhost'): string {
  if (typeof path !== 'string' || path.length > MAX_LENGTH) return DEFAULT_PATH
  if (!/^\/(?![/\\])/.test(path) || path.includes('\\')) return DEFAULT_PATH
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
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

/** Where to go after sign-in; it is used once. */
export function takePath(): string {
  const path = ownPath(auth.read().pathAfterLogin)
  setPathAfterLogin(undefined)
  return path
}
