import { scrollTo } from '../../ui/scrollTo.ts'
import { measures, TARGET_WAIT_FRAMES, TARGET_WAIT_MS } from './measures.ts'
import type { TourStep } from './tourState.ts'

/** Menus and drawers that open over the page. */
const LAYER = '.MuiModal-root'

/** Returns the first visible match. Elements without a size and hidden elements don't count. */
export function targetOf(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  })
}

/**
 * Opens the menus and drawers that contain a step's target, and closes those that the next step doesn't need. Other
 * elements to click, such as tabs, show the target on the page itself. A drawer that the user had opened for the first step counts as opened by the tour.
 */
export interface Opener {
  /**
   * Returns the step's target, or undefined if it can't be reached. `wanted` returns whether the caller is
   * still waiting for it.
   */
  bring(step: TourStep, wanted: () => boolean): Promise<HTMLElement | undefined>
  /** Closes everything it opened. */
  closeAll(): Promise<void>
}

const layersNow = (): Element[] => [...document.querySelectorAll(LAYER)]

export function createOpener(): Opener {
  /** What was opened, and by which selector. The last one is on top. */
  let opened: { layer: Element; by: string }[] = []

  async function closeUnless(needed: (layer: Element, by: string) => boolean): Promise<void> {
    opened = opened.filter(({ layer }) => layer.isConnected)
    for (let top = opened.at(-1); top && !needed(top.layer, top.by); top = opened.at(-1)) {
      const { layer } = top
      opened.pop()
      // Sends Escape like a user would, because every menu and drawer closes differently.
      layer.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      await until(() => !layer.isConnected)
    }
  }

  /** Clicks the openers one after the other. Skips those already open or not on this page. */
  async function press(openers: readonly string[], target: string, wanted: () => boolean): Promise<void> {
    for (const [index, by] of openers.entries()) {
      const button = targetOf(by)
      if (targetOf(target) || !wanted()) return
      if (!button || opened.some((one) => one.by === by)) continue
      const before = layersNow()
      const newLayer = () => layersNow().find((one) => !before.includes(one))
      const next = [...openers.slice(index + 1), target]
      const isNextShown = () => next.some(targetOf)
      button.click()
      await until(() => newLayer() ?? isNextShown())
      const layer = newLayer()
      if (layer) opened.push({ layer, by })
      await until(() => !wanted() || isNextShown())
    }
  }

  /** Adds the layer around a step's target if the user opened it. */
  function adopt(element: HTMLElement, by: string): void {
    const layer = element.closest(LAYER)
    if (layer && opened.every((one) => one.layer !== layer)) opened.push({ layer, by })
  }

  return {
    async bring({ target, openedBy = [] }, wanted) {
      if (opened.length > 0) {
        await closeUnless((layer, by) => openedBy.includes(by) || layer.contains(targetOf(target) ?? null))
      }
      await press(openedBy, target, wanted)
      const found = targetOf(target)
      const by = openedBy.at(-1)
      if (found && by) adopt(found, by)
      return found
    },
    closeAll: () => closeUnless(() => false),
  }
}

/** Checks on every frame until the timeout. A busy browser, which draws few frames, gets more time. */
async function until<T>(look: () => T): Promise<T | undefined> {
  const end = performance.now() + TARGET_WAIT_MS
  for (let frames = 0; ; frames++) {
    const found = look()
    if (found) return found
    if (performance.now() > end && frames > TARGET_WAIT_FRAMES) return undefined
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** Scrolls the target's container until the target is visible. */
export function scrollIntoSight(target: HTMLElement, step: TourStep): void {
  const scroller = step.disableScrollParentFix ? null : scrollParentOf(target)
  if (!scroller) return
  const beyond = () => target.getBoundingClientRect().top - scroller.getBoundingClientRect().top
  const inSight = beyond() >= 0 && beyond() + target.offsetHeight <= scroller.clientHeight
  if (inSight) return
  const place = () => scroller.scrollTop + beyond() - measures.scrollOffset
  const to = place()
  scrollTo(scroller, () => to, undefined, measures.scrollMs)
}

function scrollParentOf(element: HTMLElement): HTMLElement | null {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at)
    if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight) return at
  }
  return null
}
