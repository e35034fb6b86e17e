import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** How a screen is looked at: its name, the browser, and a script that runs before the page does. */
export type Look = [name: string, options: BrowserContextOptions, before: string]

export const LIGHT_ENGLISH: Look = ['light English', {}, '']
export const DARK_ARABIC: Look = [
  'dark Arabic',
  {},
  `localStorage.setItem('i18nextLng', 'ar'); localStorage.setItem('settings', JSON.stringify({ themeMode: 'dark' }))`,
]
export const PHONE: Look = ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }, '']

/** Fails with what axe finds that keeps somebody from using the page. `what` names what is on it. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // What still fades in has the contrast of the moment. A spinner that turns for ever is not waited for.
  await expect
    .poll(() =>
      page.evaluate<number>(
        `document.getAnimations().filter((animation) =>
           animation.playState === 'running' && animation.effect.getComputedTiming().endTime !== Infinity).length`,
      ),
    )
    .toBe(0)
  // Given to the browser and not to the page, as its policy allows no script of a test.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: await readFile(axe, 'utf8') })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((found) =>
      JSON.stringify(found.violations.map(({ id, impact, nodes }) => ({ id, impact, nodes }))))`,
    awaitPromise: true,
  })
  await session.detach()
  const found = (JSON.parse(String(result.value)) as Violation[]).flatMap(({ id, impact, nodes }) =>
    nodes.map((node) => `${id} (${impact}) at ${node.target.join(' ')}: ${node.failureSummary}`),
  )
  expect(found, what).toEqual([])
}
