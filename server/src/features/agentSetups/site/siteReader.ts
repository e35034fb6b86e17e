import { limits } from '@parlance/contract/limits'
import parser from 'robots-parser'
import type { Egress } from '../../../platform/egress/egress.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Problem } from '../store.ts'

/** The name by which robots.txt can address the reader. */
const READER = 'Parlance-Reader'

/** How long a page has to answer in full. */
const PAGE_MS = 10_000
const MOST_REDIRECTS = 5
const ROBOTS_BYTES = 512 * 1024
/** More rules, and longer ones, are ignored: each is compared with each address, in the server’s own process. */
const MOST_RULES = 2000
const MOST_RULE_CHARACTERS = 500
const MOST_CRAWL_DELAY_SECONDS = 5

export interface ReadPage {
  /** After redirects. */
  url: string
  contentType: string
  charset: string | null
  bytes: Buffer
}

type PageResult = { page: ReadPage; problem: null } | { page: null; problem: Problem; status: number | null }

const failed = (problem: Problem, status: number | null = null): PageResult => ({
  page: null,
  problem,
  status,
})

/** Reads pages of websites, one at a time. */
export interface SiteReader {
  /**
   * Reads a page with its redirects, as far as `mayRedirect` allows. Each hop passes the egress guard and the
   * robots.txt of its host.
   */
  read(url: string, options: ReadOptions): Promise<PageResult>
  /** Returns the sitemaps that a site’s robots.txt names. */
  sitemapsOf(url: string): Promise<string[]>
  /** Returns how many seconds a site wants between two requests. */
  delayOf(url: string): Promise<number>
}

interface ReadOptions {
  mayRedirect: (from: URL, to: URL) => boolean
  mostBytes?: number
}

interface Robots {
  isAllowed(url: string, agent: string): boolean | undefined
  getCrawlDelay(agent: string): number | undefined
  getSitemaps(): string[]
}
/** Its types describe another module format than the one that it has here. */
const robotsParser = parser as unknown as (url: string, text: string) => Robots

/** `origin` of the instance is sent along, so that the owner of a website knows who reads it. */
export function createSiteReader(
  egress: Pick<Egress, 'request'>,
  { origin, signal }: { origin: string; signal: AbortSignal },
): SiteReader {
  const rules = new Map<string, Promise<Robots | Problem>>()

  async function request(
    url: string,
    mostBytes: number,
    ended: AbortSignal,
  ): Promise<PageResult | { redirect: string }> {
    try {
      const { statusCode, headers, body } = await egress.request(url, {
        method: 'GET',
        headers: {
          'user-agent': `${READER} (+${origin})`,
          accept: 'text/html, application/xhtml+xml, text/plain;q=0.8, application/pdf;q=0.8, */*;q=0.1',
          'accept-encoding': 'identity',
        },
        signal: ended,
      })
      const one = (name: string) => [headers[name] ?? ''].flat()[0] ?? ''
      const end = () => body.on('error', () => undefined).destroy()
      if (statusCode >= 300 && statusCode < 400 && one('location') !== '') {
        end()
        return { redirect: one('location') }
      }
      if (statusCode !== 200) {
        end()
        return failed('Status', statusCode)
      }
      if (!/^(identity)?$/.test(one('content-encoding').trim())) {
        end()
        return failed('Kind')
      }
      if (Number(one('content-length')) > mostBytes) {
        end()
        return failed('TooLarge')
      }
      const parts: Buffer[] = []
      let size = 0
      for await (const part of body as AsyncIterable<Buffer>) {
        size += part.length
        if (size > mostBytes) {
          end()
          return failed('TooLarge')
        }
        parts.push(part)
      }
      const [contentType = '', ...parameters] = one('content-type').toLowerCase().split(';')
      const charset = parameters.map((one) => /^\s*charset="?([\w.:-]+)/.exec(one)?.[1]).find(Boolean) ?? null
      return {
        page: { url, contentType: contentType.trim(), charset, bytes: Buffer.concat(parts) },
        problem: null,
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (ended.aborted) return failed('TimedOut')
      return failed(isRefusal(error) ? 'Refused' : 'Unreachable')
    }
  }

  /** `rulesOf` is null for robots.txt itself, which nothing forbids. */
  async function follow(
    url: string,
    { mayRedirect, mostBytes = limits.sitePageBytes }: ReadOptions,
    rulesOf: typeof robotsOf | null,
  ): Promise<PageResult> {
    let at = new URL(url)
    // For all hops together.
    const ended = AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)])
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      const robots = rulesOf && (await rulesOf(at))
      if (typeof robots === 'string') return failed(robots)
      if (robots && robots.isAllowed(at.href, READER) === false) return failed('Robots')
      const answer = await request(at.href, mostBytes, ended)
      if (!('redirect' in answer)) return answer
      const to = answer.redirect.length > limits.siteUrl ? null : URL.parse(answer.redirect, at.href)
      if (!to || to.href.length > limits.siteUrl) return failed('Unreachable')
      if (!mayRedirect(at, to)) return failed('OtherSite')
      at = to
    }
    return failed('Unreachable')
  }

  /** As RFC 9309 says: a site without the file allows everything, and one whose file can’t be read allows nothing. */
  async function readRobots(site: URL): Promise<Robots | Problem> {
    const url = new URL('/robots.txt', site).href
    const mayRedirect = (from: URL, to: URL) => from.hostname === to.hostname && from.port === to.port
    const { page, problem, ...rest } = await follow(url, { mayRedirect, mostBytes: ROBOTS_BYTES }, null)
    if (page) return robotsParser(url, rulesIn(page.bytes.toString('utf8')))
    const status = 'status' in rest ? (rest.status ?? 0) : 0
    if (problem === 'Refused' || problem === 'TimedOut' || problem === 'Unreachable') return problem
    if (problem === 'Status' && status >= 500) return 'Robots'
    return robotsParser(url, '')
  }

  function robotsOf(url: URL): Promise<Robots | Problem> {
    const known = rules.get(url.origin) ?? readRobots(url)
    rules.set(url.origin, known)
    return known
  }

  return {
    read: (url, options) => follow(url, options, robotsOf),
    async sitemapsOf(url) {
      const robots = await robotsOf(new URL(url))
      return typeof robots === 'string' ? [] : robots.getSitemaps()
    },
    async delayOf(url) {
      const robots = await robotsOf(new URL(url))
      const seconds = typeof robots === 'string' ? 0 : (robots.getCrawlDelay(READER) ?? 0)
      return Math.min(seconds, MOST_CRAWL_DELAY_SECONDS)
    },
  }
}

const rulesIn = (robots: string): string =>
  robots
    .split(/[\r\n]+/)
    .filter((line) => line.length <= MOST_RULE_CHARACTERS && /^\s*[a-z-]+\s*:/i.test(line))
    .slice(0, MOST_RULES)
    .join('\n')

const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'egress.refused'
