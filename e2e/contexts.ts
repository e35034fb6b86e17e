import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** What changes a context for good, so that no other test may have it. */
const changing = ['addCookies', 'addInitScript', 'grantPermissions', 'route', 'setOffline'] as const

interface Kept {
  key: string
  context: BrowserContext
  state: StorageState
  changed: boolean
}

/**
 * The contexts of one browser. One that a test has let go of is given to the next that asks for the same, with its
 * pages closed and its storage put back: it has the client's files by then, which halves the work of opening a page.
 */
export class Contexts {
  private readonly free: Kept[] = []
  private readonly taken = new Map<BrowserContext, Kept>()
  private readonly browser: Browser

  constructor(browser: Browser) {
    this.browser = browser
  }

  async take(options: BrowserContextOptions, state: StorageState, prepare: string): Promise<BrowserContext> {
    const key = JSON.stringify({ options, state, prepare })
    const at = this.free.findIndex((kept) => kept.key === key)
    const kept = at < 0 ? await this.open(key, options, state, prepare) : this.free.splice(at, 1)[0]!
    this.taken.set(kept.context, kept)
    return kept.context
  }

  async giveBack(context: BrowserContext): Promise<void> {
    const kept = this.taken.get(context)
    this.taken.delete(context)
    if (!kept || kept.changed) return context.close()
    await Promise.all(context.pages().map((page) => page.close()))
    await context.setStorageState(kept.state)
    this.free.push(kept)
  }

  private async open(
    key: string,
    options: BrowserContextOptions,
    state: StorageState,
    prepare: string,
  ): Promise<Kept> {
    const context = await this.browser.newContext({ ...options, storageState: state })
    context.setDefaultTimeout(20_000)
    await context.addInitScript(prepare)
    const kept: Kept = { key, context, state, changed: false }
    const mark = <O extends object>(of: O, names: readonly (keyof O)[]) => {
      for (const name of names) {
        const method = of[name] as (...args: unknown[]) => unknown
        of[name] = ((...args: unknown[]) => {
          kept.changed = true
          return method.apply(of, args)
        }) as O[typeof name]
      }
    }
    mark(context, changing)
    mark(context.clock, ['install', 'setFixedTime', 'setSystemTime'])
    return kept
  }
}
