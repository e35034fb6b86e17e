// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadLater, useLoadAhead } from './loadLater.tsx'

const afterFailedLoad = vi.hoisted(() => vi.fn<() => Promise<string>>())
vi.mock('../transport/served.ts', () => ({ afterFailedLoad }))

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** A link as the build's loader adds it. Its file has neither loaded nor failed. */
function styleLink(): HTMLLinkElement {
  const link = document.createElement('link')
  Object.defineProperty(link, 'rel', { value: 'stylesheet' })
  document.head.append(link)
  return link
}

let unmount = () => {}
afterEach(async () => {
  await act(async () => unmount())
  for (const link of document.head.querySelectorAll('link')) link.remove()
  vi.resetAllMocks()
})

async function show(load: () => Promise<() => string>): Promise<HTMLElement> {
  const Later = loadLater(load)
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  await act(async () => root.render(<Later />))
  return place
}

const Screen = () => 'The screen'

describe('a lazy part', () => {
  it('doesn’t wait for a style sheet that is still loading', async () => {
    styleLink()
    const place = await show(async () => Screen)
    expect(place.textContent).toBe('The screen')
    expect(afterFailedLoad).not.toHaveBeenCalled()
  })

  it('reloads a failed style sheet before it is shown', async () => {
    const link = styleLink()
    link.dispatchEvent(new Event('error'))
    const place = await show(async () => Screen)
    expect(place.textContent).toBe('')
    const again = document.head.querySelector('link')
    expect(again).not.toBe(link)
    await act(async () => void again?.dispatchEvent(new Event('load')))
    expect(place.textContent).toBe('The screen')
  })

  it('is requested once more if the server is reachable', async () => {
    afterFailedLoad.mockResolvedValue('Same')
    const load = vi.fn(async () => Screen).mockRejectedValueOnce(new Error('A file failed.'))
    const place = await show(load)
    expect(place.textContent).toBe('The screen')
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('shows an error if the server is unreachable, and appears after a retry', async () => {
    afterFailedLoad.mockResolvedValue('Unreachable')
    const load = vi.fn(async () => Screen).mockRejectedValueOnce(new Error('A file failed.'))
    const place = await show(load)
    const again = place.querySelector('button')
    expect(place.textContent).not.toContain('The screen')
    await act(async () => again?.click())
    expect(place.textContent).toBe('The screen')
  })
})

describe('loading ahead', () => {
  afterEach(() => {
    vi.useRealTimers()
    Reflect.deleteProperty(navigator, 'connection')
  })

  async function loadedAhead(): Promise<number> {
    vi.useFakeTimers()
    const load = vi.fn(async () => {})
    const Page = () => {
      useLoadAhead({ load })
      return null
    }
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    unmount = () => root.unmount()
    await act(async () => root.render(<Page />))
    await act(async () => vi.runAllTimers())
    return load.mock.calls.length
  }

  it('loads parts once the screen is painted', async () => {
    expect(await loadedAhead()).toBe(1)
  })

  it('loads nothing that isn’t used while the browser saves data', async () => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
    expect(await loadedAhead()).toBe(0)
  })
})
