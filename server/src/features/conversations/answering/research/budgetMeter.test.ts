import { expect, test } from 'vitest'
import { BudgetMeter } from './budgetMeter.ts'

const budget = { searches: 2, modelCalls: 3, tokens: 10_000, minutes: 4 }
const unused = { searches: 0, modelCalls: 0, tokens: 0, ms: 0 }

function meterAt(used = unused) {
  const clock = { ms: 0 }
  const meter = new BudgetMeter({ budget, used, keptTokens: 4000 }, () => clock.ms)
  return { clock, meter }
}

test('searches end with their budget', () => {
  const { meter } = meterAt()
  meter.searched()
  expect(meter.searchEndsBy()).toBeNull()
  meter.searched()
  expect(meter.searchEndsBy()).toBe('searches')
})

test('a call, tokens, and a quarter of the time are kept for the report', () => {
  const { clock, meter } = meterAt()
  expect(meter.callEndsBy(6000)).toBeNull()
  expect(meter.callEndsBy(6001)).toBe('tokens')
  meter.begin(100)
  meter.begin(100)
  expect(meter.callEndsBy(1)).toBe('modelCalls')
  clock.ms = 3 * 60_000
  expect(meter.searchEndsBy()).toBe('minutes')
  expect(meter.reportMs()).toBe(60_000)
})

test('a call counts with all that it can use until it ends', () => {
  const { meter } = meterAt()
  const end = meter.begin(5000)
  expect(meter.tokensLeft()).toBe(1000)
  end(1200)
  expect(meter.state()).toMatchObject({ modelCalls: 1, tokens: 1200 })
  expect(meter.tokensLeft()).toBe(4800)
})

test('going on counts what was used before', () => {
  const { clock, meter } = meterAt({ searches: 2, modelCalls: 1, tokens: 3000, ms: 60_000 })
  clock.ms = 30_000
  expect(meter.searchEndsBy()).toBe('searches')
  expect(meter.tokensLeft()).toBe(3000)
  expect(meter.state().ms).toBe(90_000)
})
