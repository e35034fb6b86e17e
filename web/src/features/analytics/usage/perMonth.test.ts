import { expect, it } from 'vitest'
import { type QuestionsOfDay, questionsOf } from './perMonth.ts'

const row = (day: string, more: Partial<QuestionsOfDay> = {}): QuestionsOfDay => ({
  ...{ day, web: 10, publicChats: 2, tests: 1, people: 6, helpfulPercent: null },
  ...more,
})
const DAY_MS = 86_400_000
/** The days up to the end of 2026. */
const days = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(2026, 11, 31) - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  )

it('days stay days up to 92 of them', () => {
  const { isMonthly, all } = questionsOf(days(92).map((day) => row(day)))
  expect([isMonthly, all.length]).toEqual([false, 92])
  expect(all.at(-1)).toEqual({ key: '2026-12-31', web: 10, publicChats: 2, tests: 1, hiddenDays: 0 })
})

it('more days are added up by month, also if months are incomplete', () => {
  const { isMonthly, all } = questionsOf(days(93).map((day) => row(day)))
  expect(isMonthly).toBe(true)
  expect(all).toEqual([
    { key: '2026-09', web: 10, publicChats: 2, tests: 1, hiddenDays: 0 },
    { key: '2026-10', web: 310, publicChats: 62, tests: 31, hiddenDays: 0 },
    { key: '2026-11', web: 300, publicChats: 60, tests: 30, hiddenDays: 0 },
    { key: '2026-12', web: 310, publicChats: 62, tests: 31, hiddenDays: 0 },
  ])
})

it('a month doesn’t include days with hidden figures, and counts them', () => {
  const hidden = { web: 'FewerThan5', publicChats: 0, people: 'FewerThan5' } as const
  const { all } = questionsOf(days(93).map((day) => row(day, day < '2026-10-03' ? hidden : {})))
  expect(all.map(({ key, web, hiddenDays }) => [key, web, hiddenDays])).toEqual([
    ['2026-09', 'FewerThan5', 1],
    ['2026-10', 290, 2],
    ['2026-11', 300, 0],
    ['2026-12', 310, 0],
  ])
})

it('a day with a hidden figure keeps it', () => {
  const { all } = questionsOf([row('2026-12-31', { web: 'FewerThan5' })])
  expect(all[0]).toMatchObject({ web: 'FewerThan5', hiddenDays: 1 })
})

it('hidden tests hide no day', () => {
  const hidden = { tests: 'FewerThan5' } as const
  expect(questionsOf([row('2026-12-31', hidden)]).all[0]!.hiddenDays).toBe(0)
  const { all } = questionsOf(days(93).map((day) => row(day, day < '2026-12-02' ? hidden : {})))
  expect(all.map(({ tests, hiddenDays }) => [tests, hiddenDays])).toEqual([
    ['FewerThan5', 0],
    ['FewerThan5', 0],
    ['FewerThan5', 0],
    [30, 0],
  ])
})
