import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

vi.stubGlobal('document', { querySelectorAll: (selector: string) => found(selector) })
const { goBack, goOn, restartTour, setTour, startTour, stopTour, tour } = await import('./tour.ts')
const { quickStart } = await import('./steps.ts')

/** The targets on the page, by selector. Hidden ones have no size. */
let page: Record<string, { hidden?: boolean }> = {}
const found = (selector: string) =>
  page[selector]
    ? [
        {
          parentElement: null,
          checkVisibility: () => true,
          getBoundingClientRect: () =>
            page[selector]!.hidden ? { width: 0, height: 0 } : { width: 9, height: 9 },
        },
      ]
    : []
const steps = ['#a', '#b', '#c', '#d'].map((target) => ({ target, content: 'Text' }))
const shownAt = async (stepIndex: number) => {
  await vi.waitFor(() => expect(tour.read()).toMatchObject({ status: 'running', stepIndex }))
}

beforeEach(() => {
  page = { '#a': {}, '#b': {}, '#c': {}, '#d': {} }
})
afterEach(() => {
  stopTour()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('running', () => {
  it('[R-4-107] [R-4-109] moves through its steps, forward and back, and ends after the last one', async () => {
    startTour(steps)
    expect(tour.read().run).toBe(true)
    for (const stepIndex of [0, 1, 2]) {
      await shownAt(stepIndex)
      goOn()
    }
    await shownAt(3)
    goBack()
    await shownAt(2)
    goOn()
    await shownAt(3)
    goOn()
    expect(tour.read()).toMatchObject({ run: false, stepIndex: 0, status: 'finished' })
  })

  it('[R-4-108] [R-8-029] skips missing and hidden targets, in either direction', async () => {
    delete page['#b']
    page['#c'] = { hidden: true }
    startTour(steps)
    await shownAt(0)
    goOn()
    await shownAt(3)
    goBack()
    await shownAt(0)
    expect(tour.read()).toMatchObject({ run: true, lifecycle: 'tooltip', action: 'previous' })
  })

  it('[R-4-104] a restart stops, returns to the first step, and starts again after 100 ms', async () => {
    startTour(steps)
    await shownAt(0)
    goOn()
    await shownAt(1)
    vi.useFakeTimers()
    restartTour()
    expect(tour.read()).toMatchObject({ run: false, stepIndex: 0 })
    vi.advanceTimersByTime(99)
    expect(tour.read().run).toBe(false)
    vi.advanceTimersByTime(1)
    expect(tour.read()).toMatchObject({ run: true, stepIndex: 0 })
  })

  it('a tour stopped before its restart stays stopped', () => {
    vi.useFakeTimers()
    startTour(steps)
    restartTour()
    stopTour()
    vi.advanceTimersByTime(1000)
    expect(tour.read().run).toBe(false)
  })
})

describe('invalid tours', () => {
  it('[R-5-017] [R-5-018] warns about invalid steps and doesn’t run', () => {
    vi.stubGlobal('document', {
      querySelector: () => ({ content: 'WARN' }),
      querySelectorAll: (selector: string) => found(selector),
    })
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    for (const invalid of [
      '#a',
      { 0: steps[0] },
      undefined,
      [steps[0], '#b'],
      [{ content: 'Text' }],
      [null],
    ]) {
      startTour(invalid)
      expect(tour.read().run).toBe(false)
    }
    expect(warn).toHaveBeenCalledTimes(6)
    expect(warn.mock.calls[0]).toEqual(['tour.invalidSteps', { error: 'Tour steps must be an array.' }])
    expect(String(warn.mock.calls[3]![1].error)).toContain('step 2')
  })

  it('[R-8-030] throws if it is set to an invalid state', () => {
    expect(() => setTour({ stepIndex: 99 })).toThrow('has no step 99')
    expect(() => setTour({ status: 'over' as never })).toThrow()
  })
})

it('[R-2-167] [R-2-180] the quick-start tour has its 12 steps in order, each at a tour-guide ID', () => {
  const tourSteps = quickStart((key) => key, 'Parlance')
  expect(tourSteps.map(({ target }) => target)).toEqual(
    [
      'logo',
      'chat-bar',
      'file-upload',
      'user-prompts',
      'message-input',
      'conversation-list',
      'conversation-menu',
      'conversation-options',
      'title-search',
      'user-name-menu',
      'account-popover',
      'chat',
    ].map((id) => `[data-tour-guide="${id}"]`),
  )
  expect(tourSteps.every(({ content }) => content !== '')).toBe(true)
})
