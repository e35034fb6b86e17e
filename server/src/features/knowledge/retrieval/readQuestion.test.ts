import { describe, expect, it } from 'vitest'
import { gramsOf } from '../../../platform/language/grams.ts'
import { cpuMs } from '../../../testing/cpuTime.ts'
import { readQuestion } from './readQuestion.ts'

describe('readQuestion', () => {
  it('reads each term once, with less weight in parentheses at the end', () => {
    const { terms, grams } = readQuestion('And Torvik, Torvik? (bridge of Velmar, Torvik)')
    expect([...terms]).toEqual([
      ['torvik', 1],
      ['bridg', 0.7],
      ['velmar', 0.7],
    ])
    const [torvik, velmar] = [gramsOf('torvik')[1]!, gramsOf('velmar')[1]!]
    expect([grams.get(torvik), grams.get(velmar)]).toEqual([1, 0.7])
  })

  it('gives parentheses full weight if there are no other words', () => {
    expect([...readQuestion('(bridge)').terms]).toEqual([['bridg', 1]])
    expect([...readQuestion('a (bridge) tower').terms.values()]).toEqual([1, 1])
  })

  it('gives function words little weight, but reads them', () => {
    const { terms, stemmed } = readQuestion('Welche Farbe hat der Leuchtturm?')
    expect([...terms]).toEqual([
      ['farb', 1],
      ['leuchtturm', 1],
      ['welch', 0.05],
      ['hat', 0.05],
      ['der', 0.05],
    ])
    expect(stemmed).toBe(false)
  })

  it('gives pairs of characters from two Chinese words half the weight', () => {
    const { terms } = readQuestion('港口费用')
    expect([...terms]).toEqual([
      ['港口', 1],
      ['口费', 0.5],
      ['费用', 1],
    ])
  })

  it('records which term follows which', () => {
    expect(readQuestion('the boat house and boat race').pairs).toEqual(
      new Map([
        ['boat', new Set(['hous', 'race'])],
        ['hous', new Set(['boat'])],
      ]),
    )
  })

  it('reads the beginning of an endless question, and hostile ones in time', () => {
    expect(readQuestion(Array.from({ length: 5000 }, (_, n) => `w${n}`).join(' ')).terms.size).toBe(64)
    const hostile = ['('.repeat(100_000), '()'.repeat(50_000), `(${' '.repeat(100_000)}x`]
    expect(cpuMs(() => hostile.map((text) => readQuestion(text)))).toBeLessThan(2000)
  })
})
