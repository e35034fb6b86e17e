import { describe, expect, test } from 'vitest'
import { cutToTokens, estimateTokens, lastTokens } from '../execution/tokens.ts'
import type { Turn } from '../record/store.ts'
import { fitHistory, type Summarize } from './history.ts'
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
const never: Summarize = () => Promise.reject(new Error('A summary was requested.'))
const costOf = (messages: { content: string }[]) =>
  messages.reduce((sum, message) => sum + estimateTokens(message.content), 0)

describe('history fitting', () => {
  test('keeps everything in order if it fits', async () => {
    const fitted = await fitHistory(turns(5, 10), 0, 10_000, never)
    expect(fitted.messages.map((message) => message.role)).toEqual(
      Array.from({ length: 5 }, () => ['user', 'assistant']).flat(),
    )
    expect(fitted.messages[0]?.content).toBe('Question 0')
    expect(fitted).toMatchObject({ turns: 5, summarised: 0, leftOut: 0, summary: null })
  })

  test('never exceeds its room, and accounts for every turn', async () => {
    for (const room of [100, 300, 1000, 3000, 9000]) {
      for (const created of ['A summary.', null]) {
        const fitted = await fitHistory(turns(20, 400), 3, room, async () => created)
        expect(costOf(fitted.messages)).toBeLessThanOrEqual(room)
        expect(fitted.turns + fitted.summarised + fitted.leftOut).toBe(23)
      }
    }
  })

  test('writes a summary that leaves room, from the previous one and the turns after it', async () => {
    const given: { before: string | null; turns: string[] }[] = []
    const history = turns(20, 300)
    const base = history[4] as Turn
    base.summary = 'What was said first.'
    const fitted = await fitHistory(history, 0, 5000, async (before, rest) => {
      given.push({ before, turns: rest.map((one) => one.segmentId) })
      return 'What was said then.'
    })
    const last = 20 - fitted.turns
    expect(given).toEqual([
      { before: 'What was said first.', turns: history.slice(5, last).map((one) => one.segmentId) },
    ])
    // The next questions can reuse it: the room is not filled completely.
    expect(costOf(fitted.messages)).toBeLessThan(2500)
    const kept = history.map((one, at) =>
      at === last - 1 ? { ...one, summary: 'What was said then.' } : one,
    )
    const next = await fitHistory([...kept, turn(20, 300)], 0, 5000, never)
    expect(next).toMatchObject({ summary: 'What was said then.', summarised: last, turns: fitted.turns + 1 })
  })

  test('uses the oldest summary that fits, to pass on as many turns as possible unchanged', async () => {
    const history = turns(10, 10).map((one, at) => ({
      ...one,
      summary: at === 2 || at === 7 ? `Up to ${at}` : null,
    }))
    const fitted = await fitHistory(history, 5, 10_000, never)
    expect(fitted).toMatchObject({ summary: 'Up to 2', summarised: 8, turns: 7 })
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
