import { expect, it } from 'vitest'
import { changeOf } from './change.ts'

it('a count changes by a share of the previous one', () => {
  expect(changeOf(14_085, 12_531, 'Questions', 'Better')).toEqual({
    by: 0.124,
    unit: 'Percent',
    trend: 'Up',
    tone: 'Good',
  })
  expect(changeOf(50, 100, 'People', 'Better')).toMatchObject({ by: -0.5, trend: 'Down', tone: 'Bad' })
})

it('a percentage changes by points, and a time by seconds', () => {
  expect(changeOf(91.4, 89.6, 'Percent', 'Better')).toEqual({
    by: 1.8,
    unit: 'Points',
    trend: 'Up',
    tone: 'Good',
  })
  expect(changeOf(1.9, 1.6, 'Seconds', 'Worse')).toEqual({
    by: 0.3,
    unit: 'Seconds',
    trend: 'Up',
    tone: 'Bad',
  })
})

it('less of something bad is good, and costs are neither', () => {
  expect(changeOf(2.3, 2.9, 'Percent', 'Worse')).toMatchObject({ trend: 'Down', tone: 'Good' })
  expect(changeOf(20, 10, 'Usd', 'Neutral')).toMatchObject({ by: 1, trend: 'Up', tone: 'Neutral' })
})

it('a change that is displayed as zero is none', () => {
  const same = { trend: 'Same', tone: 'Neutral' }
  expect(changeOf(1.94, 1.9, 'Seconds', 'Worse')).toMatchObject(same)
  expect(changeOf(1.9, 1.94, 'Seconds', 'Worse')).toMatchObject({ by: 0, ...same })
  expect(changeOf(0, 0, 'Questions', 'Better')).toMatchObject({ by: 0, ...same })
})

it('nothing is compared with a hidden or missing figure, or with zero', () => {
  expect(changeOf('FewerThan5', 12, 'Questions', 'Better')).toBeNull()
  expect(changeOf(12, 'FewerThan5', 'Questions', 'Better')).toBeNull()
  expect(changeOf(null, 80, 'Percent', 'Better')).toBeNull()
  expect(changeOf(12, 0, 'Questions', 'Better')).toBeNull()
})
