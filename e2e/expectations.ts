import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export async function expectFocused(locator: Locator): Promise<void> {
  await expect.poll(() => locator.evaluate((element) => element.matches(':focus'))).toBe(true)
}

export async function expectVisible(locator: Locator): Promise<void> {
  await expect.poll(() => locator.isVisible(), { message: `${locator} is seen` }).toBe(true)
}

export async function expectGone(locator: Locator): Promise<void> {
  await expect.poll(() => locator.count(), { message: `${locator} is gone` }).toBe(0)
}

export async function expectPath(page: Page, path: string | RegExp): Promise<void> {
  const pathOf = () => {
    const { pathname, search } = new URL(page.url())
    return pathname + search
  }
  await expect.poll(pathOf).toMatch(typeof path === 'string' ? exactly(path) : path)
}

const exactly = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)

/** Retried while the page re-renders the element, because a replaced element has no style. */
export async function expectDirection(locator: Locator, direction: 'ltr' | 'rtl'): Promise<void> {
  await expect
    .poll(() => locator.evaluate((element) => `${element.computedStyleMap().get('direction')}`))
    .toBe(direction)
}
