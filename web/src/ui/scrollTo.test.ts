// @vitest-environment happy-dom
import { client } from '@parlance/contract/limits'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { scrollTo } from './scrollTo.ts'

let frame: (now: number) => void = () => {}
let scroller: HTMLElement
const arrived = vi.fn()
const motion = (reduced: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }) as unknown as MediaQueryList)

beforeEach(() => {
  scroller = document.createElement('div')
  arrived.mockReset()
  motion(false)
  vi.stubGlobal('requestAnimationFrame', (next: typeof frame) => {
    frame = next
  })
  vi.spyOn(performance, 'now').mockReturnValue(1000)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('[R-9-034] takes 350 ms by default, and ends at the target’s current position', () => {
  let end = 100
  scrollTo(scroller, () => end, arrived)
  frame(1000 + client.scrollAnimationMs / 2)
  expect(scroller.scrollTop).toBeGreaterThan(50)
  expect(scroller.scrollTop).toBeLessThan(100)
  end = 120
  frame(1000 + 349)
  expect(arrived).not.toHaveBeenCalled()
  frame(1000 + 350)
  expect([scroller.scrollTop, arrived.mock.calls.length]).toEqual([120, 1])
})

it('jumps if the user prefers reduced motion', () => {
  motion(true)
  scrollTo(scroller, () => 100, arrived)
  expect([scroller.scrollTop, arrived.mock.calls.length]).toEqual([100, 1])
})

it('stops when the user scrolls', () => {
  scrollTo(scroller, () => 100, arrived)
  frame(1050)
  const there = scroller.scrollTop
  scroller.dispatchEvent(new Event('wheel'))
  frame(1400)
  expect([scroller.scrollTop, arrived.mock.calls.length]).toEqual([there, 0])
})
