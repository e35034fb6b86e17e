import type { Platform } from '../../platform/platform.ts'

/** The limit for all requests together, because the user is waiting to sign in. */
const WAIT_MS = 5000
/** The graph returns about 11,000 groups per user at most. */
const MOST_PAGES = 20
const LARGEST_PAGE_BYTES = 1024 * 1024
const LONGEST_ID = 100

interface Page {
  value?: unknown
  '@odata.nextLink'?: unknown
}

/**
 * Reads the groups of users who are in more groups than fit in the ID token. Calls only the configured graph,
 * never the URL from the ID token. Returns null, which means *unknown* and not *none*, if the graph doesn't
 * respond in time, rejects this access token, or assigns it to someone else.
 */
export function createGroupsOf({ config, egress, log }: Pick<Platform, 'config' | 'egress' | 'log'>) {
  const { graph } = config.directory
  const me = `${graph}/v1.0/me`

  return async (objectId: string, accessToken: string): Promise<string[] | null> => {
    const signal = AbortSignal.timeout(WAIT_MS)
    const ask = (url: string, body?: object) => askGraph(egress, url, { accessToken, body, signal })
    try {
      // Nothing else proves whose access token this is: another person's token would return that person's
      // groups.
      const person = (await ask(`${me}?$select=id`)) as { id?: unknown }
      if (person.id !== objectId) throw new Error('The access token belongs to another person.')
      return await readGroups(ask, `${me}/getMemberGroups`, graph)
    } catch (cause) {
      log.warn('directory.groupsUnknown', {}, cause)
      return null
    }
  }
}

async function readGroups(
  ask: (url: string, body?: object) => Promise<Page>,
  start: string,
  graph: string,
): Promise<string[]> {
  const ids: string[] = []
  let page = await ask(start, { securityEnabledOnly: false })
  for (let count = 1; ; count += 1) {
    if (!isIds(page.value)) throw new Error('The graph returned something other than IDs.')
    ids.push(...page.value)
    const next = page['@odata.nextLink']
    if (next === undefined || next === null) return ids
    const url = URL.parse(String(next))
    if (url?.origin !== new URL(graph).origin) throw new Error('The next page is on another host.')
    if (count === MOST_PAGES) throw new Error('The graph returned too many pages of groups.')
    page = await ask(url.href)
  }
}

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string' && id.length <= LONGEST_ID)

async function askGraph(
  egress: Platform['egress'],
  url: string,
  { accessToken, body, signal }: { accessToken: string; body: object | undefined; signal: AbortSignal },
): Promise<Page> {
  const response = await egress.request(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal,
  })
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += (chunk as Buffer).length
    // Leaving the loop releases the connection.
    if (bytes > LARGEST_PAGE_BYTES) throw new Error('The graph returned too many groups.')
    chunks.push(chunk as Buffer)
  }
  if (response.statusCode !== 200) throw new Error(`The graph returned status ${response.statusCode}.`)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Page
}
