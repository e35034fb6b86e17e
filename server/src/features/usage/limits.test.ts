import { describe, expect, it } from 'vitest'
import {
  fullness,
  hasRoom,
  isCountable,
  type Limit,
  type Limited,
  measure,
  mostGenerous,
  roomFor,
  tightest,
} from './limits.ts'
import type { Counter } from './store.ts'

const price = { inputPerMillion: 3, outputPerMillion: 15 }
const limitedBy = (limits: Limit[], name = 'P'): Limited => ({
  scope: 'policy:p',
  whose: 'Policy',
  name,
  limits,
})
const policy = limitedBy([
  { kind: 'Messages', per: 'Day', counted: 'EachPerson', amount: 10 },
  { kind: 'Tokens', per: 'Month', counted: 'Pool', amount: 1000 },
])
const money: Limit = { kind: 'Money', per: 'Day', counted: 'EachPerson', amount: 0.3 }
const counter = (fields: Partial<Counter>): Counter => ({
  scope: 'policy:p',
  per: 'Day',
  subject: 'user:u',
  messages: 0,
  tokens: 0,
  cost: 0,
  reservedMessages: 0,
  reservedTokens: 0,
  reservedCost: 0,
  ...fields,
})

describe('usage of limits', () => {
  it('is the used plus the reserved amount, each limit in its own counter', () => {
    const counters = [
      counter({ messages: 3, reservedMessages: 2, tokens: 77 }),
      counter({ per: 'Month', subject: 'Pool', tokens: 400, reservedTokens: 500, messages: 9 }),
      counter({ subject: 'user:other', messages: 99 }),
    ]
    const standing = measure(policy, 'u', counters, price)
    expect(standing.measured.map(({ used }) => used)).toEqual([5, 900])
    expect(fullness(standing)).toBe(0.9)
  })

  it('leaves room up to the last message, and for one answer beyond the token limit', () => {
    const room = (messages: number, tokens: number) =>
      hasRoom(
        measure(
          policy,
          'u',
          [counter({ messages }), counter({ per: 'Month', subject: 'Pool', tokens })],
          price,
        ),
      )
    expect([room(9, 0), room(10, 0), room(0, 999), room(0, 1000)]).toEqual([true, false, true, false])
  })

  it('counts money as dollars of whole micro-dollars, and leaves room up to the last one', () => {
    const spent = (cost: number, reservedCost = 0) =>
      measure(limitedBy([money]), 'u', [counter({ cost, reservedCost })], price)
    expect(spent(100_000, 100_000).measured[0]?.used).toBe(0.2)
    expect(fullness(spent(240_000))).toBe(0.8)
    const cents = limitedBy([{ ...money, amount: 0.05 }])
    expect(fullness(measure(cents, 'u', [counter({ cost: 40_000 })], price))).toBe(0.8)
    expect([spent(299_999), spent(300_000), spent(0, 300_000)].map(hasRoom)).toEqual([true, false, false])
  })

  it('has no room in money without a price, however little is used', () => {
    const standing = measure(limitedBy([money]), 'u', [], null)
    expect([isCountable(standing), hasRoom(standing), fullness(standing)]).toEqual([false, false, Infinity])
    const free = { inputPerMillion: 0, outputPerMillion: 0 }
    expect(hasRoom(measure(limitedBy([money]), 'u', [], free))).toBe(true)
    expect(hasRoom(measure(policy, 'u', [], null))).toBe(true)
  })
})

describe('several limits', () => {
  const of = (
    name: string,
    amount: number,
    used: number,
    kind: Limit['kind'] = 'Messages',
    counted = true,
  ) => ({
    name,
    measured: [{ kind, per: 'Day' as const, counted: 'Pool' as const, amount, used, isCountable: counted }],
  })
  const all = [
    of('full', 10, 10),
    of('unpriced', 5, 0, 'Money', false),
    of('empty', 10, 1),
    of('half', 2, 1, 'Money'),
  ]

  it('the policy furthest from its limit decides, whatever it counts', () => {
    expect(mostGenerous(all)?.name).toBe('empty')
    expect(mostGenerous([of('tokens', 100, 40, 'Tokens'), of('money', 20, 5, 'Money')])?.name).toBe('money')
    expect(mostGenerous(all.slice(0, 2))?.name).toBe('full')
    expect(mostGenerous([])).toBeNull()
  })

  it('the tightest are those closest to their limit; uncountable ones come last', () => {
    expect(tightest(all)?.name).toBe('unpriced')
    expect(tightest([of('full', 10, 10), of('beyond', 100, 126, 'Tokens')])?.name).toBe('beyond')
    expect(tightest([of('nearly', 1000, 999, 'Tokens'), of('half', 2, 1)])?.name).toBe('nearly')
  })
})

describe('the room of counters', () => {
  const share = { sentTokens: 300, writtenTokens: 100, cost: 2400 }
  const kinds = [
    { kind: 'Messages', field: 'messages', amount: 1000 },
    { kind: 'Tokens', field: 'tokens', amount: 10_000 },
    { kind: 'Money', field: 'cost', amount: 0.3 },
  ] as const
  const variants = [{}, { isStrict: true }].flatMap((strict) =>
    [1, 0.5, 1 / 24].map((part) => ({ strict, part })),
  )
  it.each(kinds.flatMap((one) => variants.map((variant) => ({ ...one, ...variant }))))(
    'is what limits of $kind accept, and never more: $strict, $part released',
    ({ kind, field, amount, strict, part }) => {
      const all = amount * part
      const released = part === 1 ? {} : { released: kind === 'Money' ? all : Math.ceil(all) }
      const limited = {
        ...limitedBy([{ kind, per: 'Day', counted: 'EachPerson', amount, ...released }]),
        ...strict,
      }
      const [room] = roomFor([limited], 'u', price, share) ?? []
      const most = room?.[field] ?? Number.NaN
      const accepts = (used: number) =>
        hasRoom(measure(limited, 'u', [counter({ [field]: used })], price, share))
      expect(most).toBeGreaterThan(0)
      for (let below = 0; below <= 20; below += 1) expect(accepts(most - below)).toBe(true)
      // A millionth of a dollar can be missing, which is then found out with the counters locked.
      expect(accepts(most + (kind === 'Money' ? 3 : 1))).toBe(false)
    },
  )

  it('is the least of all limits of a counter, and none if one can’t be counted', () => {
    const pool = (amount: number) => limitedBy([{ kind: 'Messages', per: 'Day', counted: 'Pool', amount }])
    expect(roomFor([pool(10), pool(7)], 'u', null, share)).toMatchObject([{ subject: 'Pool', messages: 6 }])
    expect(roomFor([pool(10), limitedBy([money])], 'u', null, share)).toBeNull()
  })
})
