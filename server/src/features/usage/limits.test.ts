import { describe, expect, it } from 'vitest'
import { fullness, hasRoom, type LimitedPolicy, measure, mostGenerous } from './limits.ts'
import type { Counter } from './store.ts'

const policy: LimitedPolicy = {
  chatAccessPolicyId: 'p',
  name: 'P',
  limits: [
    { kind: 'Messages', per: 'Day', counted: 'EachPerson', amount: 10 },
    { kind: 'Tokens', per: 'Month', counted: 'Pool', amount: 1000 },
  ],
}
const counter = (fields: Partial<Counter>): Counter => ({
  scope: 'policy:p',
  per: 'Day',
  subject: 'user:u',
  messages: 0,
  tokens: 0,
  reservedMessages: 0,
  reservedTokens: 0,
  ...fields,
})

describe('what is used of a policy', () => {
  it('is what was used and what is set aside, each limit in its own counter', () => {
    const counters = [
      counter({ messages: 3, reservedMessages: 2, tokens: 77 }),
      counter({ per: 'Month', subject: 'Pool', tokens: 400, reservedTokens: 500, messages: 9 }),
      counter({ subject: 'user:other', messages: 99 }),
    ]
    expect(measure(policy, 'u', counters).map(({ used }) => used)).toEqual([5, 900])
    expect(fullness(measure(policy, 'u', counters))).toBe(0.9)
  })

  it('leaves room up to the last message, and for one answer beyond the tokens', () => {
    const room = (messages: number, tokens: number) =>
      hasRoom(
        measure(policy, 'u', [counter({ messages }), counter({ per: 'Month', subject: 'Pool', tokens })]),
      )
    expect([room(9, 0), room(10, 0), room(0, 999), room(0, 1000)]).toEqual([true, false, true, false])
  })

  it('lets the policy decide that is furthest from its end', () => {
    const of = (name: string, used: number) => ({
      name,
      measured: [
        { kind: 'Messages' as const, per: 'Day' as const, counted: 'Pool' as const, amount: 10, used },
      ],
    })
    expect(mostGenerous([of('full', 10), of('empty', 1), of('half', 5)])?.name).toBe('empty')
    expect(mostGenerous([])).toBeNull()
  })
})
