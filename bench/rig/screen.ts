import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { type Watch, watch } from '../../e2e/watch.ts'

/** A slow phone on a slow connection: the profile for measuring first paints. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

export interface Conditions {
  /** How many times slower than this machine. */
  cpu?: number
  slowLine?: boolean
}

/** A separate tab with an empty cache. */
export interface Screen {
  page: Page
  cdp: CDPSession
  watch: Watch
  close(): Promise<void>
}

export interface Opened {
  fromAct: number
  fromAnswer: number
}

export interface SignedIn {
  state: Awaited<ReturnType<BrowserContext['storageState']>>
  tab: Record<string, string>
}

/** Records a page's paints, layout shifts, and long tasks from its first moment, and frames on request. */
const METER = `(() => {
  const meter = { lcp: 0, shift: 0, longTasks: [] }
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => { meter.lcp = entry.startTime })
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) meter.shift += entry.value })
  observe('longtask', ({ startTime, duration }) => meter.longTasks.push({ startTime, duration }))
  // Resolves with the moments of all frames from the one in which begun() holds to the one in which ended() does.
  meter.frames = (begun, ended) => new Promise((resolve) => {
    const times = []
    const frame = (time) => {
      if (times.length > 0 || begun()) times.push(time)
      if (times.length > 0 && ended()) resolve(times)
      else requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  // Does something and resolves with the milliseconds until its effect is painted: from the act, and from the arrival
  // of the last answer of the named path.
  meter.until = (act, painted, path) => new Promise((resolve) => {
    const begin = performance.now()
    const check = () => {
      if (!painted()) return requestAnimationFrame(check)
      // The task after the frame: by then it has been laid out and painted.
      requestAnimationFrame(() => setTimeout(() => {
        const end = performance.now()
        const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes(path))
        resolve({ fromAct: end - begin, fromAnswer: end - Math.max(begin, ...answers.map((one) => one.responseEnd)) })
      }))
    }
    act()
    requestAnimationFrame(check)
  })
  window.meter = meter
})()`

export async function openScreen(
  browser: Browser,
  origin: string,
  { cpu = 1, slowLine = false }: Conditions,
  signedIn?: SignedIn,
): Promise<Screen> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    ...(signedIn ? { storageState: signedIn.state } : {}),
  })
  if (signedIn) await context.addInitScript(restoreTab(origin, signedIn.tab))
  await context.addInitScript(METER)
  const page = await context.newPage()
  const watched = await watch(page, origin)
  const cdp = await context.newCDPSession(page)
  if (slowLine) await cdp.send('Network.emulateNetworkConditions', SLOW_LINE)
  if (cpu > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return { page, cdp, watch: watched, close: () => context.close() }
}

/** Signs in like a user, and keeps the tab's resulting state. */
export async function signIn(browser: Browser, origin: string, userName: string): Promise<SignedIn> {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(`${origin}/chat`)
  await page.getByRole('button', { name: 'Continue with company account' }).click()
  await page.getByLabel('Username').fill(userName)
  await page.getByLabel('Password').fill('parlance')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
  const tab = await page.evaluate<Record<string, string>>('({ ...sessionStorage })')
  const state = await context.storageState()
  await context.close()
  return { state, tab }
}

/** A tab's session storage isn't part of a context's state. */
function restoreTab(origin: string, tab: Record<string, string>): string {
  return `if (location.origin === ${JSON.stringify(origin)})
    for (const [key, value] of Object.entries(${JSON.stringify(tab)})) sessionStorage.setItem(key, value)`
}
