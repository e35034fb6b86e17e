import { expect, it } from 'vitest'
import { ratingsOf } from './ratings.ts'

const row = (agent: string, reason: string | null, count: number | 'FewerThan5') => ({
  ...{ gptSystemId: agent, name: agent, good: 20, bad: 9 },
  ...{ reason, count },
})

it('ratings of an agent count once, although each of its reasons repeats them', () => {
  expect(ratingsOf([row('a', 'Incorrect', 6), row('a', null, 3), row('b', 'Incorrect', 9)])).toEqual({
    good: 40,
    bad: 18,
    reasons: [
      { reason: 'Incorrect', count: 15, hides: false },
      { reason: null, count: 3, hides: false },
    ],
  })
})

it('a reason with hidden figures is listed, and one without any isn’t', () => {
  expect(ratingsOf([row('a', 'OffTopic', 'FewerThan5'), row('a', null, 0)]).reasons).toEqual([
    { reason: 'OffTopic', count: 0, hides: true },
  ])
})
