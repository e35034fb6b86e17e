import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onBack, untilBackOr } from './backOnline.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const target = new EventTarget()

/** Simulates a sleeping machine: its clock advances, but its timers don't. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('the browser’s return', () => {
  it('is reported when the connection returns, until no one listens', () => {
    const back = vi.fn()
    const stop = onBack(back)
    target.dispatchEvent(new Event('online'))
    expect(back).toHaveBeenCalledTimes(1)
    stop()
    target.dispatchEvent(new Event('online'))
    expect(back).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is reported when the machine wakes up, but not as time passes normally', () => {
    const back = vi.fn()
    const stop = onBack(back)
    vi.advanceTimersByTime(600_000)
    expect(back).not.toHaveBeenCalled()
    sleep(3_600_000)
    vi.advanceTimersByTime(5000)
    expect(back).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(600_000)
    expect(back).toHaveBeenCalledTimes(1)
    stop()
  })

  it('isn’t reported for timers throttled in the background', () => {
    const back = vi.fn()
    const stop = onBack(back)
    for (let minute = 0; minute < 10; minute++) {
      sleep(55_000)
      vi.advanceTimersByTime(5000)
    }
    expect(back).not.toHaveBeenCalled()
    stop()
  })
})

describe('waiting', () => {
  it('ends early when the browser is back, and throws when aborted', async () => {
    const control = new AbortController()
    const waited = untilBackOr(10_000, control.signal)
    target.dispatchEvent(new Event('online'))
    await waited
    const unwanted = untilBackOr(10_000, control.signal)
    control.abort(new Error('left'))
    await expect(unwanted).rejects.toThrow('left')
    expect(vi.getTimerCount()).toBe(0)
  })
})
