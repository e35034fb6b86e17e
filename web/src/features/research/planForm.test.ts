import { expect, test } from 'vitest'
import type { ResearchProposal } from './data/api.ts'
import { isChanged, lineError, mostCost, moved, planOf, valuesOf } from './planForm.ts'

const bounds = (searches: number, modelCalls: number, tokens: number, minutes: number) => ({
  searches,
  modelCalls,
  tokens,
  minutes,
})
const proposal: ResearchProposal = {
  understood: 'What is it?',
  lines: [
    { title: 'One', queries: ['a', 'b'] },
    { title: 'Two', queries: ['c'] },
  ],
  by: 'Model',
  libraries: { count: 1, names: [] },
  web: null,
  usesModel: true,
  budget: bounds(5, 5, 50_000, 5),
  least: bounds(1, 1, 20_000, 1),
  most: bounds(60, 40, 1_000_000, 30),
  price: { inputPerMillion: 1, outputPerMillion: 10 },
}

test('a plan that isn’t changed is sent as proposed', () => {
  expect(planOf(valuesOf(proposal), proposal)).toEqual({
    understood: 'What is it?',
    lines: proposal.lines,
    libraries: true,
    web: false,
    budget: proposal.budget,
  })
})

test('a plan is changed once something in it is, and no longer when that is undone', () => {
  const values = valuesOf(proposal)
  expect(isChanged(values, proposal)).toBe(false)
  expect(isChanged({ ...values, libraries: false }, proposal)).toBe(true)
  const there = moved(values.lines, 0, 1)
  expect(isChanged({ ...values, lines: there }, proposal)).toBe(true)
  expect(isChanged({ ...values, lines: moved(there, 0, 1) }, proposal)).toBe(false)
})

test('a plan without places, with an empty line, or with a bound beyond its range isn’t sent', () => {
  const values = valuesOf(proposal)
  expect(planOf({ ...values, libraries: false }, proposal)).toBeNull()
  expect(planOf({ ...values, lines: [] }, proposal)).toBeNull()
  expect(planOf({ ...values, lines: [{ key: 1, title: ' ', queries: 'a' }] }, proposal)).toBeNull()
  for (const minutes of ['31', '0', '1.5', ''])
    expect(planOf({ ...values, budget: { ...values.budget, minutes } }, proposal)).toBeNull()
})

test('a line has up to four searches', () => {
  const line = { key: 0, title: 'One' }
  expect(lineError({ ...line, queries: 'a\n\n a \nb' })).toBeNull()
  expect(lineError({ ...line, queries: '\n' })).toBe('lineEmpty')
  expect(lineError({ ...line, queries: 'a\nb\nc\nd\ne' })).toBe('tooManyQueries')
})

test('a line is moved, and stays at the ends', () => {
  const { lines } = valuesOf(proposal)
  expect(moved(lines, 0, 1).map(({ title }) => title)).toEqual(['Two', 'One'])
  expect(moved(lines, 0, -1)).toEqual(lines)
  expect(moved(lines, 1, 1)).toEqual(lines)
})

test('the cost is what all tokens cost at the higher price', () => {
  expect(mostCost(valuesOf(proposal), proposal)).toBe(0.5)
  expect(mostCost(valuesOf(proposal), { ...proposal, price: null })).toBeNull()
})
