/** Where a Sentry-compatible service takes envelopes, and the public key that it knows the project by. */
export interface ReportsTarget {
  url: string
  key: string
}

/** Reads `https://KEY@HOST/PATH/PROJECT`; null where it is none. */
export function readDsn(dsn: string): ReportsTarget | null {
  if (!URL.canParse(dsn)) return null
  const { protocol, host, username, pathname } = new URL(dsn)
  const [, path = '', project = ''] = /^(.*)\/(\w+)$/.exec(pathname) ?? []
  if (!/^https?:$/.test(protocol) || username === '' || project === '') return null
  return { url: `${protocol}//${host}${path}/api/${project}/envelope/`, key: username }
}
