/** Where a library's own index is: a schema in another PostgreSQL database. */
export interface IndexPlace {
  /** `postgres://USER@HOST:PORT/DATABASE`, without a password. */
  url: string
  name: string
  password: string | null
}

const NAME = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/

/** What is wrong with the URL of an index, or null. */
export function urlErrorOf(given: string): string | null {
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '')
    return 'Enter a URL that begins with postgres://.'
  if (url.password !== '') return 'Enter the password in its own field.'
  if (url.username === '') return 'Add the user, as in postgres://USER@HOST/DATABASE.'
  if (!/^\/[^/]+$/.test(url.pathname))
    return 'Add the name of the database, as in postgres://USER@HOST/DATABASE.'
  if (!isPlain(url.username) || !isPlain(url.pathname))
    return 'Correct the name of the user or of the database: it contains a character that can’t be used.'
  if (url.hash !== '' || !['', '?sslmode=disable'].includes(url.search))
    return 'Remove everything after the name of the database.'
  return null
}

/** Whether a part of a URL can be decoded to a text without control characters. */
function isPlain(encoded: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(encoded))
  } catch {
    return false
  }
}

export const nameErrorOf = (name: string): string | null =>
  NAME.test(name)
    ? null
    : 'Enter up to 63 lowercase letters without accents, digits, and underscores, not beginning with a digit or pg_.'

/** Whether the connection is encrypted, and the certificate checked. */
export const isEncrypted = (url: string): boolean => new URL(url).search === ''
