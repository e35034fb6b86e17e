import { expect, it } from 'vitest'
import { isMet } from '../../server/src/testing/retrieval/rows.ts'
import { memoryRow, riseOf } from './memory.ts'
import { comparedRows, p95Of, type Round } from './others.ts'

const samples = (mib: (second: number) => number) =>
  Array.from({ length: 100 }, (_, second) => ({ at: second * 1000, mib: mib(second) }))
const round = (times: number[]): Round => new Map([['list', times]])

it('memory that jumps up and down is flat, and memory that grows is not', () => {
  const flat = samples((second) => 200 + (second % 5) * 20)
  expect(Math.abs(riseOf(flat))).toBeLessThan(80 / 10)
  expect(isMet(memoryRow('flat', flat))).toBe(true)
  const growing = samples((second) => 200 + second + (second % 5) * 20)
  expect(riseOf(growing)).toBeGreaterThan(90)
  expect(isMet(memoryRow('growing', growing))).toBe(false)
  // Only the first quarter can be used for caches to fill.
  expect(
    isMet(
      memoryRow(
        'filling',
        samples((second) => Math.min(200, second * 10)),
      ),
    ),
  ).toBe(true)
})

it('calls are compared by the median of their rounds, so that one slow round decides nothing', () => {
  const usual = Array.from({ length: 20 }, () => 10)
  const rounds = [round(usual), round(usual.map(() => 500)), round(usual)]
  expect(p95Of(rounds, 'list')).toBe(10)
  const compared = (busy: Round[]) => comparedRows('busy', busy, [round(usual)]).every(isMet)
  expect(compared(rounds)).toBe(true)
  expect(compared([round(usual.map(() => 21))])).toBe(false)
})

it('a round that was cut short doesn’t count, unless there is no other', () => {
  const usual = Array.from({ length: 20 }, () => 10)
  expect(p95Of([round(usual), round([90])], 'list')).toBe(10)
  expect(p95Of([round([90])], 'list')).toBe(90)
})
