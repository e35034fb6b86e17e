import { afterEach, expect, it } from 'vitest'
import type { AgentCard } from './pendingPins.ts'
import { forgetAll, keepOver, pinnedWithPending, recentWithPending } from './pendingPins.ts'

const agent = (gptSystemId: string) => ({ gptSystemId }) as AgentCard
const ids = (agents: { gptSystemId: string }[]) => agents.map(({ gptSystemId }) => gptSystemId).join('')
const without =
  (id: string) =>
  <T extends AgentCard>(agents: readonly T[]) =>
    agents.filter((one) => one.gptSystemId !== id)
afterEach(forgetAll)

it('applies pending changes in order to results read in the meantime', () => {
  const read = [agent('a'), agent('b')]
  keepOver({ pinned: (agents) => [...without('c')(agents), agent('c')], recent: without('c') })
  const drop = keepOver({ pinned: (agents) => agents.toReversed() })
  expect(ids(pinnedWithPending(read))).toBe('cba')
  expect(ids(recentWithPending([agent('c'), agent('d')] as never))).toBe('d')
  // The server has the first change by now, so it has no further effect.
  expect(ids(pinnedWithPending([...read, agent('c')]))).toBe('cba')
  drop()
  expect(ids(pinnedWithPending(read))).toBe('abc')
  forgetAll()
  expect(ids(pinnedWithPending(read))).toBe('ab')
})
