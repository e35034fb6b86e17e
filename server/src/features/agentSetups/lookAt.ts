import type { agentSetups } from '@parlance/contract/agentSetups'
import type { Answer } from '@parlance/contract/endpoint'
import type { Egress } from '../../platform/egress/egress.ts'
import { pageFile } from './site/pageFile.ts'
import { isSameSite } from './site/sameSite.ts'
import { createSiteReader } from './site/siteReader.ts'

/** For the page and the rules of its site together. Someone waits for it. */
const LOOK_MS = 12_000

/** Reads only the title of a page, so that its problems are known before anything is created. */
export async function lookAt(
  egress: Pick<Egress, 'request'>,
  url: string,
  origin: string,
): Promise<Answer<typeof agentSetups.lookAtSite>> {
  const signal = AbortSignal.timeout(LOOK_MS)
  const reader = createSiteReader(egress, { origin, signal })
  const result = await reader.read(url, { mayRedirect: isSameSite }).catch((error: unknown) => {
    if (signal.aborted) return { page: null, problem: 'TimedOut', status: null } as const
    throw error
  })
  if (!result.page) return { url, title: '', problem: result.problem, status: result.status }
  const file = pageFile(result.page)
  if (!file) return { url: result.page.url, title: '', problem: 'Kind', status: null }
  return { url: result.page.url, title: file.name.replace(/\.\w+$/, ''), problem: null, status: null }
}
