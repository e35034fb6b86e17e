// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Stage } from './Stage.tsx'
import { startTour, stopTour, tour } from './tour.ts'
import type { TourStep } from './tourState.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 50, 20))
HTMLElement.prototype.checkVisibility = () => true
const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockReturnValue()
const show = vi.spyOn(HTMLDialogElement.prototype, 'show').mockReturnValue()

let unmount = () => {}
beforeEach(() => {
  showModal.mockClear()
  show.mockClear()
})
afterEach(() => {
  act(() => unmount())
  stopTour()
})

async function render(step: Partial<TourStep>): Promise<HTMLDialogElement> {
  const place = document.createElement('div')
  document.body.replaceChildren(Object.assign(document.createElement('button'), { id: 'target' }), place)
  const steps = [{ target: '#target', content: 'Text', disableBeacon: true, ...step }]
  const root = createRoot(place)
  unmount = () => root.unmount()
  await act(async () => {
    startTour(steps)
    root.render(<Stage step={steps[0]!} />)
    await vi.waitFor(() => expect(tour.read().status).toBe('running'))
  })
  return place.querySelector('dialog')!
}

describe('a step on the page', () => {
  it('[R-9-047] a click on the overlay doesn’t close the tour', async () => {
    const dialog = await render({})
    const veil = dialog.querySelector<HTMLElement>('.tour-veil')!
    act(() => {
      veil.click()
      dialog.click()
    })
    expect(tour.read().run).toBe(true)
    expect(dialog.querySelector('.tour-tooltip')).not.toBeNull()
  })

  it('Escape closes it', async () => {
    const dialog = await render({})
    act(() => void dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
    expect(tour.read()).toMatchObject({ run: false, status: 'paused' })
  })

  it('[R-2-181] blocks the page, unless the step lets the user use its target', async () => {
    await render({})
    expect([showModal.mock.calls.length, show.mock.calls.length]).toEqual([1, 0])
    act(() => unmount())
    const dialog = await render({ spotlightClicks: true })
    expect([showModal.mock.calls.length, show.mock.calls.length]).toEqual([1, 1])
    expect([dialog.dataset.modal, dialog.style.zIndex]).toEqual(['false', '10000'])
    expect(dialog.querySelector<HTMLElement>('.tour-veil')!.style.clipPath).toContain('path(evenodd')
  })

  it('[R-2-181] waits at its beacon, unless the beacon is turned off', async () => {
    const dialog = await render({ disableBeacon: false })
    expect(dialog.querySelector('.tour-tooltip')).toBeNull()
    act(() => dialog.querySelector<HTMLElement>('.tour-beacon')!.click())
    expect(dialog.querySelector('.tour-tooltip p')?.textContent).toBe('Text')
  })
})
