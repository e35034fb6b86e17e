/** Where a Sentry-compatible service accepts envelopes, and the public key of the project. */
export interface ReportsTarget {
  url: string
  key: string
}

/** Parses `https://KEY@HOST/PATH/PROJECT`; null if it is invalid. */
export function readDsn(dsn: string): ReportsTarget | null {
  if (!URL.canParse(dsn)) return null
  const { protocol, host, username, pathname } = new URL(dsn)
  const [, path = '', project = ''] = /^(.*)\/(\w+)$/.exec(pathname) ?? []
  if (!/^https?:$/.test(protocol) || username === '' || project === '') return null
  return { url: `${protocol}//${host}${path}/api/${project}/envelope/`, key: username }
}
