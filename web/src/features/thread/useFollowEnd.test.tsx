// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFollowEnd } from './useFollowEnd.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const TURN = 100
let turns = 20
let stored = 60
let resized = () => {}
let unmount = () => {}

beforeEach(() => {
  turns = 20
  stored = 60
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(seen: (entries: { target: unknown }[]) => void) {
        resized = () => seen([{ target: null }])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  act(() => unmount())
  vi.unstubAllGlobals()
})

/** Asks the server for ten earlier turns. They arrive when the test says so. */
const showEarlier = vi.fn(() => turns < stored)
const arrive = () => {
  turns = Math.min(stored, turns + 10)
  resized()
}

function Scroller() {
  const { scroller, content } = useFollowEnd(null, showEarlier)
  return (
    <section ref={scroller}>
      <div ref={content} />
    </section>
  )
}

it('goes on to earlier turns at the very top without another scroll, and keeps the place', () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  unmount = () => root.unmount()
  act(() => root.render(<Scroller />))
  const scroller = place.querySelector('section')!
  Object.defineProperty(scroller, 'scrollHeight', { get: () => turns * TURN })
  Object.defineProperty(scroller, 'clientHeight', { value: 500 })
  scroller.scrollTop = 800
  scroller.dispatchEvent(new Event('scroll'))
  scroller.scrollTop = 0
  scroller.dispatchEvent(new Event('scroll'))
  const asked = showEarlier.mock.calls.length
  expect(asked).toBeGreaterThan(0)
  arrive()
  // The turn that was at the top still is: ten turns are above it now.
  expect(scroller.scrollTop).toBe(10 * TURN)
  scroller.scrollTop = 0
  // A slow answer of the server, without any event of the user.
  resized()
  expect(showEarlier.mock.calls.length).toBeGreaterThan(asked)
})
