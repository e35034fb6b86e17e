import { describe, expect, test } from 'vitest'
import { cutToTokens, estimateTokens, lastTokens } from '../execution/tokens.ts'
import type { Turn } from '../record/store.ts'
import { fitHistory, planSummary } from './history.ts'
import { promptRoom } from './prompt.ts'

const turn = (at: number, words: number, summary: string | null = null): Turn => ({
  segmentId: `s${at}`,
  question: `Question ${at}`,
  answer: 'word '.repeat(words),
  status: 'Completed',
  summary,
  attachments: [],
})
const turns = (count: number, words: number) => Array.from({ length: count }, (_, at) => turn(at, words))
const costOf = (messages: { content: string }[]) =>
  messages.reduce((sum, message) => sum + estimateTokens(message.content), 0)

describe('history fitting', () => {
  test('keeps everything in order if it fits', () => {
    const fitted = fitHistory(turns(5, 10), 0, 10_000)
    expect(fitted.messages.map((message) => message.role)).toEqual(
      Array.from({ length: 5 }, () => ['user', 'assistant']).flat(),
    )
    expect(fitted.messages[0]?.content).toBe('Question 0')
    expect(fitted).toMatchObject({ turns: 5, summarised: 0, leftOut: 0, summary: null })
  })

  test('never exceeds its room, and accounts for every turn', () => {
    for (const room of [100, 300, 1000, 3000, 9000]) {
      for (const summarised of [null, 0, 7, 18, 19]) {
        const history = turns(20, 400).map((one, at) => ({
          ...one,
          summary: at === summarised ? 'A summary.' : null,
        }))
        const fitted = fitHistory(history, 3, room)
        expect(costOf(fitted.messages)).toBeLessThanOrEqual(room)
        expect(fitted.turns + fitted.summarised + fitted.leftOut).toBe(23)
      }
    }
  })

  test('leaves out the turns between a summary and the newest that fit', () => {
    const history = turns(20, 300)
    const base = history[4] as Turn
    base.summary = 'What was said first.'
    const fitted = fitHistory(history, 2, 3000)
    expect(fitted).toMatchObject({ summary: 'What was said first.', summarised: 7 })
    expect(fitted.turns).toBeGreaterThan(3)
    expect(fitted.turns + fitted.summarised + fitted.leftOut).toBe(22)
    expect(fitted.messages.at(-2)?.content).toBe('Question 19')
  })

  test('uses the oldest summary that fits, to pass on as many turns as possible unchanged', () => {
    const history = turns(10, 10).map((one, at) => ({
      ...one,
      summary: at === 2 || at === 7 ? `Up to ${at}` : null,
    }))
    const fitted = fitHistory(history, 5, 10_000)
    expect(fitted).toMatchObject({ summary: 'Up to 2', summarised: 8, turns: 7 })
  })
})

describe('the next summary', () => {
  test('is due before the history outgrows its room, and leaves half of it free', () => {
    const history = turns(20, 300)
    const cost = costOf(fitHistory(history, 0, 1_000_000).messages)
    expect(planSummary(history, 0, cost * 2)).toBeNull()
    const room = cost * 1.2
    expect(fitHistory(history, 0, room).leftOut).toBe(0)
    const plan = planSummary(history, 0, room)
    expect(plan).toMatchObject({ before: null })
    const last = plan?.turns.length ?? 0
    expect(plan?.turns).toEqual(history.slice(0, last))
    const summarised = history.map((one, at) => (at === last - 1 ? { ...one, summary: 'All of it.' } : one))
    expect(planSummary(summarised, 0, room)).toBeNull()
    const next = fitHistory([...summarised, turn(20, 300)], 0, room / 2)
    expect(next).toMatchObject({ summary: 'All of it.', summarised: last, leftOut: 0 })
  })

  test('continues the one before', () => {
    const history = turns(20, 300)
    const base = history[4] as Turn
    base.summary = 'What was said first.'
    const plan = planSummary(history, 0, 5000)
    expect(plan).toMatchObject({ before: 'What was said first.' })
    expect(plan?.turns[0]?.segmentId).toBe('s5')
    expect(plan?.turns.length).toBeGreaterThan(5)
    expect(plan?.turns.length).toBeLessThan(15)
  })

  test('is not written for the newest turn alone, nor where it would not fit', () => {
    expect(planSummary([turn(0, 9000)], 0, 5000)).toBeNull()
    expect(planSummary(turns(20, 300), 0, 1000)).toBeNull()
    expect(planSummary([], 0, 5000)).toBeNull()
  })
})

describe('tokens', () => {
  test.each([
    ['English', 'The quick brown fox jumps over the lazy dog. ', 10],
    ['Arabic', 'المنارة ترتفع واحدًا وأربعين مترًا ', 20],
    ['Chinese', '灯塔高四十一米', 9],
  ])('for %s are not underestimated', (_name, text, atLeast) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(atLeast)
    expect(estimateTokens(text)).toBeLessThan(text.length * 1.5)
  })

  test('cut a text at its end or beginning without splitting a character', () => {
    const text = '😀'.repeat(50)
    for (let tokens = 0; tokens < 20; tokens += 1) {
      expect(cutToTokens(text, tokens).isWellFormed()).toBe(true)
      expect(lastTokens(text, tokens).isWellFormed()).toBe(true)
      expect(estimateTokens(cutToTokens(text, tokens))).toBeLessThanOrEqual(tokens + 1)
    }
  })

  test('of a prompt are the context minus the answer and a tenth, and at least a quarter', () => {
    expect(promptRoom(100_000, 4000)).toBe(86_000)
    expect(promptRoom(8000, 8000)).toBe(2000)
  })
})
