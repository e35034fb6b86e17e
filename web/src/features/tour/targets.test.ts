// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOpener, scrollIntoSight } from './targets.ts'

/** The last requested frame. */
let frame: (now: number) => void = () => {}
let scroller: HTMLElement
let target: HTMLElement

beforeEach(() => {
  frame = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: false }) as unknown as MediaQueryList)
  vi.stubGlobal('requestAnimationFrame', (next: typeof frame) => {
    frame = next
  })
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  scroller = document.createElement('div')
  scroller.style.overflowY = 'auto'
  target = document.createElement('button')
  scroller.append(target)
  document.body.replaceChildren(scroller)
  const sized = (element: HTMLElement, sizes: Record<string, number>) => {
    for (const [name, value] of Object.entries(sizes)) Object.defineProperty(element, name, { value })
  }
  sized(scroller, { scrollHeight: 2000, clientHeight: 400 })
  sized(target, { offsetHeight: 30 })
  scroller.getBoundingClientRect = () => new DOMRect(0, 100, 300, 400)
  target.getBoundingClientRect = () => new DOMRect(0, 900 - scroller.scrollTop, 300, 30)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const step = { target: 'button', content: 'Text' }

it('[R-9-041] [R-9-042] scrolls to a target out of view in 300 ms, up to 20 below the edge', () => {
  scrollIntoSight(target, step)
  frame(1000 + 299)
  expect(scroller.scrollTop).toBeGreaterThan(0)
  expect(scroller.scrollTop).toBeLessThan(780)
  frame(1000 + 300)
  expect(scroller.scrollTop).toBe(780)
})

it('doesn’t scroll to a visible target, or if the step turns scrolling off', () => {
  scrollIntoSight(target, { ...step, disableScrollParentFix: true })
  frame(2000)
  expect(scroller.scrollTop).toBe(0)
  scroller.scrollTop = 700
  scrollIntoSight(target, step)
  frame(2000)
  expect(scroller.scrollTop).toBe(700)
})

it('clicks elements that show the target on the page itself, one after the other', async () => {
  vi.mocked(performance.now).mockRestore()
  vi.stubGlobal('requestAnimationFrame', (next: () => void) => setTimeout(next))
  HTMLElement.prototype.checkVisibility = () => true
  const add = (id: string, onClick: () => void) => {
    const one = Object.assign(document.createElement('a'), { id, onclick: onClick })
    one.getBoundingClientRect = () => new DOMRect(0, 0, 40, 40)
    document.body.append(one)
    return one
  }
  scroller.remove()
  add(
    'expand',
    () => void setTimeout(() => add('tab', () => void setTimeout(() => document.body.append(target))), 5),
  )
  const opener = createOpener()
  const found = opener.bring({ ...step, openedBy: ['#drawer', '#expand', '#tab'] }, () => true)
  expect(await found).toBe(target)
})

it('keeps the drawer that the user had opened for the first step, and closes it for a step outside', async () => {
  const drawer = Object.assign(document.createElement('div'), { className: 'MuiModal-root' })
  drawer.append(target)
  const openButton = Object.assign(document.createElement('a'), { id: 'open' })
  document.body.append(drawer, openButton)
  HTMLElement.prototype.checkVisibility = () => true
  openButton.getBoundingClientRect = () => new DOMRect(0, 0, 40, 40)
  const pressed = vi.spyOn(openButton, 'click')
  drawer.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') drawer.remove()
  })
  const opener = createOpener()
  expect(await opener.bring({ ...step, openedBy: ['#open'] }, () => true)).toBe(target)
  expect(drawer.isConnected).toBe(true)
  expect(await opener.bring({ target: '#open', content: 'Text' }, () => true)).toBe(openButton)
  expect(drawer.isConnected).toBe(false)
  expect(pressed).not.toHaveBeenCalled()
})
