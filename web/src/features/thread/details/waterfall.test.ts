import { describe, expect, it } from 'vitest'
import type { ExecutionDetails } from '../../chatModel/api.ts'
import { waterfall } from './waterfall.ts'

const createdAt = '2026-11-21T10:00:00.000Z'
const at = (ms: number) => new Date(Date.parse(createdAt) + ms).toISOString()
type Step = ExecutionDetails['steps'][number]
const step = (id: string, startMs: number, ms: number | undefined, more: Partial<Step> = {}): Step => ({
  id,
  title: id,
  state: ms === undefined ? 'Running' : 'Done',
  startedAt: at(startMs),
  ...(ms === undefined ? {} : { ms }),
  kind: 'Step',
  input: null,
  output: null,
  ...more,
})
const details = (more: Partial<ExecutionDetails>) =>
  ({ createdAt, totalMs: 1000, firstTextMs: null, ...more }) as ExecutionDetails
const bars = (steps: Step[], more: Partial<ExecutionDetails> = {}, now: number | null = null) =>
  waterfall(details(more), steps, now, 'Write answer')

describe('the waterfall', () => {
  it('places each step by its start and duration within the total', () => {
    expect(bars([step('search', 100, 400), step('call', 500, 250, { kind: 'Tool' })])).toMatchObject([
      { id: 'search', kind: 'Search', start: 10, width: 40, ms: 400, startMs: 100 },
      { id: 'call', kind: 'Tool', start: 50, width: 25 },
    ])
  })

  it('ends with the writing, from the first text to the end', () => {
    expect(bars([step('search', 0, 400)], { firstTextMs: 600 }).at(-1)).toMatchObject({
      title: 'Write answer',
      kind: 'Write',
      state: 'Done',
      start: 60,
      width: 40,
      ms: 400,
    })
  })

  it('grows a running step and the writing over time', () => {
    const [running, writing] = bars(
      [step('call', 500, undefined)],
      { totalMs: null, firstTextMs: 1000 },
      2000,
    )
    expect(running).toMatchObject({ start: 25, width: 75, ms: 1500 })
    expect(writing).toMatchObject({ start: 50, width: 50, state: 'Running' })
  })

  it('makes the shortest step visible, and keeps a step at the very end within the chart', () => {
    const [first, last] = bars([step('a', 0, 0), step('b', 1000, 1)])
    expect(first!.width).toBeGreaterThan(0.5)
    expect(last!.start + last!.width).toBeLessThanOrEqual(100)
  })

  it('places steps at the start if the clock went backwards or they have no start time', () => {
    const [early, untimed] = bars([step('a', -50, 10), { ...step('b', 0, 5), startedAt: undefined } as Step])
    expect([early!.start, untimed!.start]).toEqual([0, 0])
  })
})
