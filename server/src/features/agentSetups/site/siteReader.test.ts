import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createEgress, type Egress } from '../../../platform/egress/egress.ts'
import { startWebsite, type Website } from '../../../testing/website.ts'
import { isSameSite } from './sameSite.ts'
import { createSiteReader } from './siteReader.ts'

const origin = 'https://parlance.example.com'
let site: Website
let other: Website | null = null
let egress: Egress
afterEach(async () => {
  await egress.close()
  await site.close()
  await other?.close()
  other = null
})

async function open(pages: Website['pages'], allowed?: string[]) {
  site = await startWebsite(pages)
  egress = createEgress(allowed ?? [new URL(site.origin).host])
  return createSiteReader(egress, { origin, signal: new AbortController().signal })
}
const to =
  (location: string): Website['pages'][string] =>
  (response) =>
    response.writeHead(302, { location }).end()
const everywhere = { mayRedirect: () => true }
const onSite = { mayRedirect: isSameSite }

describe('a page', () => {
  test('is read after the rules of its site, with a name that says who reads', async () => {
    const reader = await open({ '/': '<p>Hello' })
    const { page, problem } = await reader.read(`${site.origin}/`, onSite)
    expect([page?.bytes.toString(), page?.contentType, page?.charset, problem]).toEqual([
      '<p>Hello',
      'text/html',
      'utf-8',
      null,
    ])
    expect(site.requested).toEqual(['/robots.txt', '/'])
    expect(site.agents[1]).toBe(`Parlance-Reader (+${origin})`)
  })

  test('that the site forbids isn’t requested', async () => {
    const reader = await open({
      '/robots.txt':
        'User-agent: *\nDisallow: /private\nAllow: /private/open\nCrawl-delay: 2\nSitemap: https://x.example/s.xml',
      '/a': to('/private/moved'),
      '/private/open': 'ok',
    })
    expect(await reader.read(`${site.origin}/private/x`, onSite)).toMatchObject({ problem: 'Robots' })
    expect(await reader.read(`${site.origin}/a`, onSite)).toMatchObject({ problem: 'Robots' })
    expect(await reader.read(`${site.origin}/private/open`, onSite)).toMatchObject({ problem: null })
    expect(site.requested).toEqual(['/robots.txt', '/a', '/private/open'])
    expect(await reader.delayOf(site.origin)).toBe(2)
    expect(await reader.sitemapsOf(site.origin)).toEqual(['https://x.example/s.xml'])
  })

  test('isn’t read while the rules of its site can’t be', async () => {
    const reader = await open({ '/robots.txt': (response) => response.writeHead(503).end(), '/': 'x' })
    expect(await reader.read(`${site.origin}/`, onSite)).toMatchObject({ problem: 'Robots' })
    expect(site.requested).toEqual(['/robots.txt'])
  })

  test.each([
    ['/missing', 'Status', 404],
    ['/large', 'TooLarge', null],
    ['/declared', 'TooLarge', null],
    ['/packed', 'Kind', null],
    ['/loop', 'Unreachable', null],
  ])('at %s is skipped with its reason', async (path, problem, status) => {
    const reader = await open({
      '/large': (response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        const more = () => response.write('x'.repeat(1000)) && setImmediate(more)
        response.on('drain', more)
        more()
      },
      '/declared': (response) => response.writeHead(200, { 'content-length': '9999999' }).flushHeaders(),
      '/packed': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      '/loop': to('/loop'),
    })
    const result = await reader.read(site.origin + path, { ...onSite, mostBytes: 10_000 })
    expect(result).toEqual({ page: null, problem, status })
  })

  test('ends when the process does', async () => {
    const stop = new AbortController()
    await open({ '/': () => undefined })
    const reader = createSiteReader(egress, { origin, signal: stop.signal })
    const reading = reader.read(`${site.origin}/`, onSite)
    await wait(50)
    stop.abort(new Error('stopping'))
    await expect(reading).rejects.toThrow('stopping')
  })
})

describe('redirects', () => {
  test('[A64] to another site aren’t followed', async () => {
    other = await startWebsite({ '/': 'secret' })
    const reader = await open({ '/': to(`${other.origin}/`) })
    expect(await reader.read(`${site.origin}/`, onSite)).toMatchObject({ problem: 'OtherSite' })
    expect(other.requested).toEqual([])
  })

  test('[A64] to an address inside the network don’t connect, even if the site may redirect anywhere', async () => {
    other = await startWebsite({ '/': 'secret' })
    // Only the site itself is named by the operator.
    const reader = await open({ '/': to(`${other.origin}/`), '/meta': to('http://169.254.169.254/') })
    expect(await reader.read(`${site.origin}/`, everywhere)).toMatchObject({ problem: 'Refused' })
    expect(await reader.read(`${site.origin}/meta`, everywhere)).toMatchObject({ problem: 'Refused' })
    expect(other.requested).toEqual([])
  })

  test('[A62] a page inside the network isn’t read', async () => {
    const reader = await open({ '/': 'secret' }, [])
    expect(await reader.read(`${site.origin}/`, onSite)).toMatchObject({ problem: 'Refused' })
    expect(site.requested).toEqual([])
  })
})
