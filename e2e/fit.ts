import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Finds what is wider than its container: the page, a part that only scrolls vertically, a column heading that
 * overlaps the next, or a selected tab out of sight. Tab and category bars, tables in answers, and their code
 * scroll horizontally on purpose.
 */
const TOO_WIDE = `(() => {
  const named = (element) => element.tagName + '.' + element.className + ' ' + element.scrollWidth + ' > ' + element.clientWidth
  const seen = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility())
  const scrolls = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
  const wider = (element) => element.scrollWidth > element.clientWidth + 1
  const found = seen.filter((element) => scrolls(element) && wider(element) && !element.closest('.tabs, .agents-categories, .md'))
  const heads = [...document.querySelectorAll('.list-table thead th:not(:has(.hidden))')].filter(wider)
  const unseen = [...document.querySelectorAll('.tabs > :is([aria-selected=true], [aria-current])')].filter((tab) => {
    const line = tab.parentElement.getBoundingClientRect()
    const own = tab.getBoundingClientRect()
    return own.left < line.left - 1 || own.right > line.right + 1
  })
  const page = document.scrollingElement
  const out = page.scrollWidth > innerWidth ? [page, ...seen.filter((e) => e.getBoundingClientRect().right > innerWidth + 1)] : []
  return [...out, ...found, ...heads, ...unseen].map(named)
})()`

/** Fails if something on the page is wider than its container at any of these widths. */
export async function expectToFit(page: Page, address: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => page.evaluate<string[]>(TOO_WIDE), { message: `${address} at ${width}` })
      .toEqual([])
  }
}
