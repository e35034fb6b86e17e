import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@parlance/contract/limits'
import type { Sql } from '../../platform/database/database.ts'
import { nameKey } from '../../platform/language/nameKey.ts'
import type { Platform } from '../../platform/platform.ts'
import { type PageFile, pageFile, untakenName } from './site/pageFile.ts'
import { readSitemap } from './site/pageHtml.ts'
import { isSameSite, onSite } from './site/sameSite.ts'
import { createSiteReader, type ReadPage, type SiteReader } from './site/siteReader.ts'
import * as store from './store.ts'

/** Another process has the setup, or it is gone. */
export class LostSetup extends Error {}

const MOST_SITEMAPS = 5
const SITEMAP_BYTES = 2 * 1024 * 1024

export interface SiteWork {
  platform: Pick<Platform, 'config' | 'database' | 'egress'>
  task: store.SetupTask
  holder: string
  /** Aborted when the process stops. */
  signal: AbortSignal
  /** Stores a page as a file of the library, and calls `alongside` in the same transaction. */
  addFile(file: PageFile, alongside: (tx: Sql) => Promise<void>): Promise<'Added' | 'Kind'>
}

/**
 * Reads the start page of a website, the pages that it links to, and those in its sitemap, one after another. Each page
 * is stored and noted in one transaction, so that reading goes on with the next one after a restart. Returns whether
 * any page is in the library, and otherwise what prevents it.
 */
export async function readSite(work: SiteWork): Promise<store.Problem | null> {
  const { platform, task, signal } = work
  const { db } = platform.database
  // The limit is on the whole time, and at least one page is tried after a restart.
  const until = performance.now() + Math.max(1, limits.siteSeconds - task.seconds) * 1000
  const reader = createSiteReader(platform.egress, { origin: platform.config.publicOrigin, signal })
  const [start] = await store.readPages(db, task.setupId)
  if (!start) throw new LostSetup()
  const site = await readStart(work, reader, start)
  for (;;) {
    const pages = await store.readPages(db, task.setupId)
    const next = pages.find((page) => !page.done)
    if (!next || !site) return outcomeOf(pages)
    await demandLease(work)
    if (performance.now() > until || !store.isRoomFor(pages)) {
      await store.endPage(db, task.setupId, next.ordinal, { problem: 'Limit' })
      continue
    }
    const seconds = await reader.delayOf(site.href)
    if (seconds > 0) await delay(seconds * 1000, undefined, { signal })
    await readOne(work, next, pages, await reader.read(next.url, { mayRedirect: staysOn(site) }))
  }
}

const staysOn = (site: URL) => (_from: URL, to: URL) => onSite(to.href, site) === to.href

const outcomeOf = (pages: readonly store.PageRow[]): store.Problem | null =>
  pages.some(({ done, problem }) => done && problem === null)
    ? null
    : (pages.find(({ problem }) => problem !== null)?.problem ?? 'Unreachable')

/**
 * Reads the start page and finds the others. Returns the site, which is where the start page answered, or null if it
 * can’t be read. After a restart it is read again, because only it says what else there is.
 */
async function readStart(work: SiteWork, reader: SiteReader, start: store.PageRow): Promise<URL | null> {
  const { task, platform } = work
  const result = await reader.read(start.url, { mayRedirect: isSameSite })
  if (!result.page) {
    // A page that was read earlier stays in the library.
    if (start.done && start.problem === null) return new URL(start.url)
    await readOne(work, start, [], result)
    return null
  }
  const site = new URL(result.page.url)
  // It is stored only once, also if it is read again for its links.
  const isStored = start.done && start.problem === null
  const file = isStored ? pageFile(result.page) : await readOne(work, start, [], result)
  const found = new Set<string>()
  const add = (link: string) => {
    const url = onSite(link, site)
    if (url && url !== start.url && url !== site.href) found.add(url)
  }
  for (const link of file?.links ?? []) add(link)
  for (const link of await sitemapLinks(reader, site)) add(link)
  const urls = [...found].slice(0, limits.sitePages - 1)
  await platform.database.transaction((tx) =>
    store.notePages(tx, task, { urls, beyondLimit: found.size - urls.length }),
  )
  return site
}

/** Returns the pages in the sitemaps that robots.txt names, or else in the usual one. */
async function sitemapLinks(reader: SiteReader, site: URL): Promise<string[]> {
  const named = (await reader.sitemapsOf(site.href)).filter((url) => URL.canParse(url))
  const waiting = named.length > 0 ? named : [new URL('/sitemap.xml', site).href]
  const read = new Set<string>()
  const links: string[] = []
  for (let url = waiting.shift(); url && read.size < MOST_SITEMAPS; url = waiting.shift()) {
    if (new URL(url).origin !== site.origin || read.has(url)) continue
    read.add(url)
    const { page } = await reader.read(url, { mayRedirect: staysAt(site), mostBytes: SITEMAP_BYTES })
    if (!page) continue
    const { pages, sitemaps } = readSitemap(page.bytes.toString('utf8'))
    links.push(...pages)
    waiting.push(...sitemaps)
  }
  return links
}

const staysAt = (site: URL) => (_from: URL, to: URL) => to.origin === site.origin

/** Stores a page that was read, or notes why it wasn’t. Returns its file. */
async function readOne(
  { task, platform, addFile }: SiteWork,
  { ordinal }: store.PageRow,
  pages: readonly store.PageRow[],
  result: Awaited<ReturnType<SiteReader['read']>>,
): Promise<PageFile | null> {
  const { db } = platform.database
  const { setupId } = task
  if (!result.page) {
    const { problem, status } = result
    await store.endPage(db, setupId, ordinal, { problem, status })
    return null
  }
  const { url } = result.page
  if (pages.some((one) => one.ordinal !== ordinal && one.url === url)) {
    // It redirects to a page that is read anyway.
    await store.removePage(db, setupId, ordinal)
    return null
  }
  const file = namedFile(result.page, ordinal, pages)
  if (!file) {
    await store.endPage(db, setupId, ordinal, { problem: 'Kind' })
    return null
  }
  const { name: fileName, folder, bytes } = file
  const added = await addFile(file, (tx) =>
    store.endPage(tx, setupId, ordinal, { fileName, folder, bytes: bytes.length }),
  )
  if (added === 'Added') return file
  await store.endPage(db, setupId, ordinal, { problem: added, status: null })
  return null
}

/** A page that is read again keeps its name, so that it becomes the next version of its file. */
function namedFile(page: ReadPage, ordinal: number, pages: readonly store.PageRow[]): PageFile | null {
  const file = pageFile(page)
  if (!file) return null
  const before = pages.find((one) => one.ordinal === ordinal)
  if (before?.fileName && before.folder === file.folder) return { ...file, name: before.fileName }
  const taken = new Set(
    pages.flatMap((one) =>
      one.ordinal !== ordinal && one.folder === file.folder && one.fileName ? [nameKey(one.fileName)] : [],
    ),
  )
  return { ...file, name: untakenName(file, page.url, taken) }
}

async function demandLease({ platform, task, holder }: SiteWork): Promise<void> {
  if (!(await store.keepLease(platform.database.db, task, holder))) throw new LostSetup()
}
