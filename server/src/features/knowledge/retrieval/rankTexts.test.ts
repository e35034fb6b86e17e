import { describe, expect, it } from 'vitest'
import { termsOfPassage } from '../passages/indexable.ts'
import { rankTexts } from './rankTexts.ts'

const textOf = (text: string, heading = '') => ({
  fileName: '',
  heading,
  text,
  ...termsOfPassage({ text, heading }, ''),
})

describe('texts that are in no library', () => {
  const texts = [
    textOf('The lighthouse is open in summer.'),
    textOf('The lighthouse of Vela is 41 metres tall.'),
    textOf('Bread is baked at night.'),
  ]

  it('are ranked by the words that they share with the question, and left out if they share none', () => {
    const { passages, searched } = rankTexts('How tall is the lighthouse of Vela?', texts)
    expect(passages.map(({ text }) => text)).toEqual([texts[1]?.text, texts[0]?.text])
    expect(searched).toBe(3)
  })

  it('cover a question by the share of its words in the best one', () => {
    const coverage = (question: string) => rankTexts(question, texts).coverage
    expect(coverage('lighthouse Vela tall')).toBeCloseTo(1)
    expect(coverage('lighthouse Vela keeper salary')).toBeCloseTo(0.5)
    expect(coverage('keeper salary')).toBe(0)
    expect(rankTexts('lighthouse', []).passages).toEqual([])
  })

  it('count a rare word more than a frequent one', () => {
    const many = [textOf('A pier.'), textOf('A pier and a crane.'), textOf('A pier and a boat.')]
    expect(rankTexts('pier crane', many).passages[0]?.text).toBe('A pier and a crane.')
  })
})
