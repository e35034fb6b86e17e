import { describe, expect, it } from 'vitest'
import {
  actions,
  awaited,
  changed,
  closed,
  completed,
  errorOfSteps,
  finished,
  found,
  lifecycles,
  missing,
  noTour,
  opened,
  reset,
  started,
  statuses,
  stopped,
  type TourState,
  type TourStep,
  withSteps,
} from './tourState.ts'

const step = (target: string, more: Partial<TourStep> = {}): TourStep => ({
  target,
  content: 'Text',
  ...more,
})
const three = withSteps(noTour, [step('#a'), step('#b'), step('#c')])
const at = (stepIndex: number, more: Partial<TourState> = {}) =>
  changed(started(three), { stepIndex, ...more })

describe('the state of a tour', () => {
  it('[R-3-102] has run, steps and stepIndex', () => {
    expect(three).toMatchObject({ run: false, steps: [{}, {}, {}], stepIndex: 0 })
  })

  it('[R-4-102] [R-4-103] start sets run to true, and stop sets it to false', () => {
    expect(started(three).run).toBe(true)
    expect(stopped(at(1))).toMatchObject({ run: false, stepIndex: 1 })
  })

  it('[R-4-105] [R-4-106] closing stops at the current step, and finishing returns to the first step', () => {
    expect(closed(at(1))).toMatchObject({ run: false, stepIndex: 1 })
    expect(finished(at(2))).toMatchObject({ run: false, stepIndex: 0, status: 'finished' })
    expect(completed(at(2), 'next')).toEqual(finished(at(2, { action: 'next' })))
  })

  it('[R-4-107] [R-4-109] moves forward by one after a step, and back by one after a previous action', () => {
    expect(completed(at(0), 'next').stepIndex).toBe(1)
    expect(completed(at(2), 'previous').stepIndex).toBe(1)
  })

  it('[R-4-108] [R-4-109] [R-8-029] skips a missing target in the current direction', () => {
    expect(missing(at(0)).stepIndex).toBe(1)
    expect(missing(completed(at(0), 'next')).stepIndex).toBe(2)
    expect(missing(completed(at(2), 'previous')).stepIndex).toBe(0)
    expect(missing(at(2))).toMatchObject({ run: false, status: 'finished' })
  })

  it('moves forward again if there is nothing to go back to', () => {
    const back = missing(completed(at(1), 'previous'))
    expect(back).toMatchObject({ run: true, stepIndex: 0, action: 'next' })
    expect(missing(back).stepIndex).toBe(1)
  })

  it('[R-4-110] is idle, ready, waiting, running, paused, skipped or finished', () => {
    expect(statuses).toEqual(['idle', 'ready', 'waiting', 'running', 'paused', 'skipped', 'finished'])
    const reached = [
      withSteps(noTour, []),
      three,
      awaited(started(three)),
      started(three),
      stopped(at(1)),
      reset(at(1)),
      finished(at(2)),
    ]
    expect(reached.map(({ status }) => status)).toEqual(statuses)
  })

  it('[R-4-111] a step is init, ready, beacon, tooltip, complete or error', () => {
    expect(lifecycles).toEqual(['init', 'ready', 'beacon', 'tooltip', 'complete', 'error'])
    const init = started(three)
    const ready = awaited(init)
    const beacon = found(ready)
    expect([init, ready, beacon, opened(beacon)].map(({ lifecycle }) => lifecycle)).toEqual([
      'init',
      'ready',
      'beacon',
      'tooltip',
    ])
    expect(finished(at(2)).lifecycle).toBe('complete')
    expect(missing(at(2, { action: 'next' })).lifecycle).toBe('complete')
    expect(changed(at(1), { lifecycle: 'error' }).lifecycle).toBe('error')
  })

  it('only the first step has a beacon, unless it is turned off, the step is centered, or the first was skipped', () => {
    const first = (more: Partial<TourStep>) =>
      found(awaited(started(withSteps(noTour, [step('#a', more)])))).lifecycle
    expect(first({})).toBe('beacon')
    expect(first({ disableBeacon: true })).toBe('tooltip')
    expect(first({ placement: 'center' })).toBe('tooltip')
    expect(found(awaited(completed(at(0), 'next'))).lifecycle).toBe('tooltip')
    const skipped = missing(awaited(started(three)))
    expect(found(awaited(skipped)).lifecycle).toBe('tooltip')
  })
})

describe('invalid tours', () => {
  it('[R-8-030] setting an invalid state throws', () => {
    const invalid: object[] = [
      { running: true },
      { run: 'yes' },
      { steps: {} },
      { steps: [{ content: 'No target' }] },
      { stepIndex: 3 },
      { stepIndex: -1 },
      { stepIndex: 0.5 },
      { status: 'stopped' },
      { lifecycle: 'open' },
      { action: 'sideways' },
    ]
    for (const change of invalid) expect(() => changed(three, change), JSON.stringify(change)).toThrow()
    expect(() => started(noTour)).toThrow('A tour without steps can’t run.')
  })

  it('a step without content has an empty one', () => {
    expect(errorOfSteps([{ target: '#a' }])).toBeUndefined()
    expect(withSteps(noTour, [{ target: '#a' }]).steps).toEqual([{ target: '#a', content: '' }])
  })

  it('accepts every known state', () => {
    for (const status of statuses) expect(changed(three, { status }).status).toBe(status)
    for (const lifecycle of lifecycles) expect(changed(three, { lifecycle }).lifecycle).toBe(lifecycle)
    for (const action of actions) expect(changed(three, { action }).action).toBe(action)
  })

  it('[R-2-180] [R-2-181] a step has a target and a content, and can have optional fields', () => {
    expect(
      errorOfSteps([
        step('#a'),
        step('#b', {
          placement: 'end',
          spotlightClicks: true,
          disableScrollParentFix: true,
          disableBeacon: true,
        }),
      ]),
    ).toBeUndefined()
    for (const invalid of [
      { target: '#a', content: 5 },
      { content: 'Text' },
      step(''),
      step('#a', { placement: 'aside' as never }),
    ])
      expect(errorOfSteps([step('#a'), invalid])).toContain('step 2')
  })
})
