import { describe, expect, it } from 'vitest'
import { contentOf, languageOfQuestion } from './functionWords.ts'

const content = (question: string) =>
  contentOf(question, languageOfQuestion(question)).match(/[\p{L}\p{N}]+/gu)

describe('the content of a question', () => {
  it.each([
    ['Wer war der Graf von Melfi?', ['Graf', 'Melfi']],
    ['Quel est le prix de la traversée ?', ['prix', 'traversée']],
    ['¿Cuándo se construyó el puente de Vela?', ['construyó', 'puente', 'Vela']],
    ['Кто построил мост в городе?', ['построил', 'мост', 'городе']],
    ['亨利三世册封的领袖是谁？', ['亨利三世册封', '领袖']],
    ['図書館はいつ開きますか', ['図書館', '開き']],
  ])('%s', (question, words) => {
    expect(content(question)).toEqual(words)
    expect(languageOfQuestion(question).english).toBe(false)
  })

  it.each([
    'When did the war of the die makers in Panama end?',
    'World War in Panama',
    'also die man',
    'What is O(n) or a e o?',
  ])('leaves English words and symbols as they are: %s', (question) => {
    expect(languageOfQuestion(question).english).toBe(true)
    expect(contentOf(question, languageOfQuestion(question))).toBe(question)
  })

  it('is the whole question if it consists of function words', () => {
    expect(content('Was ist das und wer sind die?')).toHaveLength(7)
  })
})
