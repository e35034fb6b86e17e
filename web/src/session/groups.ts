import { pageMeta } from '../base/pageMeta.ts'
import { newId } from '../transport/transport.ts'
import { appendGroups, auth, type EntraGroup, initGroups } from './auth.ts'

/** A directory has thousands of groups at most. A longer list is treated as endless. */
const MOST_PAGES = 200
const PAGE = 999

/** Returns the URL of the directory's Graph API, which the server wrote into the page. */
function graphAddress(): string {
  const address = pageMeta('graph-address')
  if (address === '') throw new Error("The page doesn't name the directory's Graph API.")
  return `${address}/v1.0`
}

interface GroupPage {
  value: { id: string; displayName: string | null; description?: string | null }[]
  '@odata.nextLink'?: string
}

let running: Promise<readonly EntraGroup[] | undefined> | undefined

/**
 * Loads the directory's groups into the state, sorted by displayName, and returns them. Undefined if no one is
 * signed in. Rejects if they can't be read, including for lack of consent. Membership is then unknown and must
 * not be reported as none. With `ask`, the user is redirected to the directory to consent.
 */
export function loadGroups(options: { ask?: boolean } = {}): Promise<readonly EntraGroup[] | undefined> {
  running ??= readGroups(options).finally(() => {
    running = undefined
  })
  return running
}

async function readGroups(options: { ask?: boolean }): Promise<readonly EntraGroup[] | undefined> {
  const { acquireGroupsToken } = await import('./directory.ts')
  const token = await acquireGroupsToken(options)
  if (token === undefined) return undefined
  const base = graphAddress()
  let next: string | undefined = `${base}/groups?$select=id,displayName,description&$top=${PAGE}`
  for (let page = 0; next !== undefined; page += 1) {
    if (page === MOST_PAGES) throw new Error('The directory has too many groups.')
    const { value, '@odata.nextLink': link }: GroupPage = await readPage(next, token)
    const groups = value.map(groupOf)
    if (page === 0) initGroups(groups)
    else appendGroups(groups)
    next = link === undefined ? undefined : ownLink(link, base)
  }
  return auth.read().entraGroups
}

async function readPage(url: string, token: string): Promise<GroupPage> {
  const response = await fetch(url, {
    // The name of the request ID in Microsoft Graph.
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'client-request-id': newId(),
    },
  })
  if (!response.ok) throw new Error(`The directory's Graph API returned ${response.status}.`)
  return (await response.json()) as GroupPage
}

const groupOf = ({ id, displayName, description }: GroupPage['value'][number]): EntraGroup => ({
  id,
  displayName: displayName ?? id,
  description: description ?? '',
})

/** Sends the token only to the Graph API's own host, whatever next page is named. */
function ownLink(link: string, base: string): string {
  const url = new URL(link, base)
  if (url.origin !== new URL(base).origin) throw new Error('The next page of groups is on another host.')
  return url.href
}
