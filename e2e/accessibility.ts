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

/**
 * Fails with axe findings that keep someone from using the page. `what` describes what is on it. Frames in it are not
 * included. A frame of another site is checked by itself.
 */
export async function expectAccessible(page: Page | Frame, what: string): Promise<void> {
  // Elements fading in have a temporary contrast. An endlessly spinning spinner isn't waited for.
  await expect
    .poll(() =>
      page.evaluate<number>(
        `document.getAnimations().filter((animation) =>
           animation.playState === 'running' && animation.effect.getComputedTiming().endTime !== Infinity).length`,
      ),
    )
    .toBe(0)
  // Injected through the browser, because the page's policy allows no test scripts.
  const top = 'context' in page ? page : page.page()
  const session = await top.context().newCDPSession(top)
  const contextId = await contextOf(session, page)
  await session.send('Runtime.evaluate', { expression: await readFile(axe, 'utf8'), ...contextId })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { iframes: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((found) =>
      JSON.stringify(found.violations.map(({ id, impact, nodes }) => ({ id, impact, nodes }))))`,
    awaitPromise: true,
    ...contextId,
  })
  await session.detach()
  const found = (JSON.parse(String(result.value)) as Violation[]).flatMap(({ id, impact, nodes }) =>
    nodes.map((node) => `${id} (${impact}) at ${node.target.join(' ')}: ${node.failureSummary}`),
  )
  expect(found, what).toEqual([])
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
