import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, CDPSession, Frame, Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** An appearance for tests: its name, the browser options, and a script that runs before the page. */
export type Look = [name: string, options: BrowserContextOptions, before: string]

export const LIGHT_ENGLISH: Look = ['light English', {}, '']
export const DARK_ARABIC: Look = [
  'dark Arabic',
  {},
  `localStorage.setItem('i18nextLng', 'ar'); localStorage.setItem('settings', JSON.stringify({ themeMode: 'dark' }))`,
]
export const PHONE: Look = ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }, '']
const DARK_ARABIC_PHONE: Look = ['dark Arabic on a phone', PHONE[1], DARK_ARABIC[2]]

export const isOnPhone = (name: Look[0]): boolean => name.endsWith(PHONE[0])

/** Whether screens are checked in every appearance, which takes much longer: `LOOKS=all npm test -- --project browser`. */
const everyLook = process.env.LOOKS === 'all'

/**
 * The appearances in which a screen is checked. One of them has everything at once that other tests, which use light
 * English on a wide screen, don't have.
 */
export const LOOKS: readonly Look[] = everyLook
  ? [LIGHT_ENGLISH, DARK_ARABIC, PHONE, DARK_ARABIC_PHONE]
  : [DARK_ARABIC_PHONE]

/** The appearances of what only wide screens show. */
export const WIDE_LOOKS: readonly Look[] = everyLook ? [LIGHT_ENGLISH, DARK_ARABIC] : [DARK_ARABIC]

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Fails with axe findings that keep someone from using the page. `what` describes what is on it. Frames in it are not
 * included. A frame of another site is checked by itself. If the page is dark, its contrast is also checked in light.
 */
export async function expectAccessible(page: Page | Frame, what: string): Promise<void> {
  await endOfAnimations(page)
  // Injected through the browser, because the page's policy allows no test scripts.
  const top = 'context' in page ? page : page.page()
  const session = await top.context().newCDPSession(top)
  const contextId = await contextOf(session, page)
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      ...contextId,
    })
    return JSON.parse(String(result.value)) as T
  }
  const findings = async (runOnly: string[]): Promise<string[]> => {
    const violations = await evaluate<Violation[]>(
      `axe.run(document, { iframes: false, resultTypes: ['violations'], runOnly: ${JSON.stringify(runOnly)} }).then((found) =>
        JSON.stringify(found.violations.map(({ id, impact, nodes }) => ({ id, impact, nodes }))))`,
    )
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map((node) => `${id} (${impact}) at ${node.target.join(' ')}: ${node.failureSummary}`),
    )
  }
  if (!(await evaluate<boolean>(`'axe' in globalThis`)))
    await session.send('Runtime.evaluate', { expression: await readFile(axe, 'utf8'), ...contextId })
  expect(await findings(RULES), what).toEqual([])
  const theme = `document.documentElement.dataset.theme`
  if ((await evaluate<string>(`JSON.stringify(${theme} ?? '')`)) === 'dark') {
    await evaluate(`JSON.stringify(${theme} = 'light')`)
    await endOfAnimations(page)
    expect(await findings(['color-contrast']), `${what}, in light`).toEqual([])
    await evaluate(`JSON.stringify(${theme} = 'dark')`)
  }
  await session.detach()
}

/** Elements fading in have a temporary contrast. An endlessly spinning spinner isn't waited for. */
async function endOfAnimations(page: Page | Frame): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate<number>(
        `document.getAnimations().filter((animation) =>
           animation.playState === 'running' && animation.effect.getComputedTiming().endTime !== Infinity).length`,
      ),
    )
    .toBe(0)
}

/** Names the scripts of a frame. A page's own need no name. */
async function contextOf(session: CDPSession, page: Page | Frame): Promise<{ contextId?: number }> {
  if ('context' in page) return {}
  const { origin } = new URL(page.url())
  const found: number[] = []
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin === origin && context.auxData?.isDefault) found.push(context.id)
  })
  await session.send('Runtime.enable')
  const [contextId] = found
  if (contextId === undefined) throw new Error(`The page has no frame of ${origin}.`)
  return { contextId }
}
