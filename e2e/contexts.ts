import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** A signed-in user: the contents of their browser and tab. */
export interface Session {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  local: Record<string, string>
  tab: Record<string, string>
}

export const nobody: Session = { cookies: [], local: {}, tab: {} }

/** Makes a page believe that the browser saves data, so it doesn’t preload parts. That takes a third of a page load. */
const SAVES_DATA = `if (navigator.connection) Object.defineProperty(navigator.connection, 'saveData', { value: true })`

/** Methods that change a context permanently, so no other test can reuse it. */
const changing = ['addInitScript', 'grantPermissions', 'route', 'setOffline', 'exposeFunction'] as const

interface PooledContext {
  key: string
  context: BrowserContext
  /** The session that the first opened page starts with. */
  session: Session
  changed: boolean
  /** The last test's page, now empty. It keeps the process alive, which has compiled the client's scripts. */
  kept?: Page
}

/**
 * The contexts of one browser for the program at one origin. A released context is reused by the next test with
 * the same options, even for another user. Its storage is cleared and its pages are closed, but it still has the
 * client's files cached, and the compiled scripts in the process of one empty page.
 */
class Contexts {
  private readonly free: PooledContext[] = []
  private readonly taken = new Map<BrowserContext, PooledContext>()
  private readonly browser: Browser
  private readonly origin: string

  constructor(browser: Browser, origin: string) {
    this.browser = browser
    this.origin = origin
  }

  async take(options: BrowserContextOptions, session: Session): Promise<BrowserContext> {
    const key = JSON.stringify(options)
    const at = this.free.findIndex((pooled) => pooled.key === key)
    const pooled = at < 0 ? await this.open(key, options) : this.free.splice(at, 1)[0]!
    pooled.session = session
    await pooled.context.addCookies(session.cookies)
    this.taken.set(pooled.context, pooled)
    return pooled.context
  }

  async giveBack(context: BrowserContext): Promise<void> {
    const pooled = this.taken.get(context)
    this.taken.delete(context)
    // A closing page can no longer be cleared.
    const cleared = pooled && !pooled.changed && (await this.clear(pooled).catch(() => false))
    if (cleared) this.free.push(pooled)
    else await context.close()
  }

  /** Closes all pages but one, and deletes what they stored; false if not everything can be deleted. */
  private async clear(pooled: PooledContext): Promise<boolean> {
    const { context } = pooled
    const [page, ...others] = context.pages().filter((one) => one !== pooled.kept)
    if (!page || context.pages().some((one) => !this.mayStoreHereAlone(one))) return false
    await Promise.all([...others, pooled.kept].map((other) => other?.close()))
    const devTools = await context.newCDPSession(page)
    // Leaving a page with unsaved changes may open a dialog.
    page.on('dialog', (dialog) => dialog.accept().catch(() => undefined))
    await page.goto('about:blank')
    await devTools.send('Storage.clearDataForOrigin', {
      origin: this.origin,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
    })
    await context.clearCookies()
    pooled.kept = page
    return true
  }

  private mayStoreHereAlone(page: Page): boolean {
    const url = page.url()
    return url === 'about:blank' || new URL(url).origin === this.origin
  }

  private async open(key: string, options: BrowserContextOptions): Promise<PooledContext> {
    const context = await this.browser.newContext(options)
    context.setDefaultTimeout(60_000)
    const pooled: PooledContext = { key, context, session: nobody, changed: false }
    const newPage = context.newPage.bind(context)
    context.newPage = async () => {
      const page = await newPage()
      await page.addInitScript(SAVES_DATA)
      await page.addInitScript(beginWith(this.origin, pooled.session))
      // The next page keeps what the first page changed in their shared storage.
      pooled.session = { ...pooled.session, local: {} }
      return page
    }
    const mark = <O extends object>(of: O, names: readonly (keyof O)[]) => {
      for (const name of names) {
        const method = of[name] as (...args: unknown[]) => unknown
        of[name] = ((...args: unknown[]) => {
          pooled.changed = true
          return method.apply(of, args)
        }) as O[typeof name]
      }
    }
    mark(context, changing)
    mark(context.clock, ['install', 'setFixedTime', 'setSystemTime'])
    return pooled
  }
}

const known = new WeakMap<Browser, Map<string, Contexts>>()

/** Returns a browser's contexts for an origin, where one program may follow another. */
export function contextsOf(browser: Browser, origin: string): Contexts {
  const ofBrowser = known.get(browser) ?? new Map<string, Contexts>()
  known.set(browser, ofBrowser)
  const contexts = ofBrowser.get(origin) ?? new Contexts(browser, origin)
  ofBrowser.set(origin, contexts)
  return contexts
}

/** The script that restores a tab's session. It runs once, so that signing out persists. */
function beginWith(origin: string, { local, tab }: Session): string {
  // A sandboxed frame has the location of the program, but no origin, and no storage.
  return `if (self.origin === ${JSON.stringify(origin)} && !sessionStorage.getItem('begun')) {
    for (const [key, value] of Object.entries(${JSON.stringify(local)})) localStorage.setItem(key, value)
    for (const [key, value] of Object.entries(${JSON.stringify({ ...tab, begun: 'yes' })})) sessionStorage.setItem(key, value)
  }`
}
