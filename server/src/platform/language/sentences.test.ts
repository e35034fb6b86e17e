import { describe, expect, it } from 'vitest'
import { cpuMs } from '../../testing/cpuTime.ts'
import { sentences } from './sentences.ts'

const split = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end))

describe('sentences', () => {
  it('ends a sentence at a period before a capital, but not after an abbreviation, initial, or number', () => {
    expect(split('Dr. J. Smith paid $3.50 to Acme Inc. in May. Did he? Yes!')).toEqual([
      'Dr. J. Smith paid $3.50 to Acme Inc. in May.',
      'Did he?',
      'Yes!',
    ])
  })

  it('keeps closing quotation marks with their sentence', () => {
    expect(split('He said "Stop." Then he left.')).toEqual(['He said "Stop."', 'Then he left.'])
  })

  it('ends a sentence at a line break, as between list items and rows', () => {
    expect(split('first item\nsecond item\n\nA paragraph.')).toEqual([
      'first item',
      'second item',
      'A paragraph.',
    ])
  })

  it('recognizes Chinese and Arabic punctuation', () => {
    expect(split('今天很好。明天呢？')).toEqual(['今天很好。', '明天呢？'])
    expect(split('هل هذا صحيح؟ نعم. ثم ذهب.')).toEqual(['هل هذا صحيح؟', 'نعم.', 'ثم ذهب.'])
  })

  it('keeps German ordinals and abbreviations in their sentence, and ends English ones', () => {
    const german = [
      'Am 3. Oktober 1990 kam Dr. Müller z. B. nach Berlin.',
      'Im 19. Jahrhundert war Ludwig II. König der Bayern.',
      'Er ist der Läufer mit der Nummer 12.',
      'Sein Bruder ist u. a. Koch in Rom.',
    ]
    expect(split(german.join(' '))).toEqual(german)
    const english = ['It was fought in World War II.', 'France was freed.', 'He came in 10.', 'Then he left.']
    expect(split(english.join(' '))).toEqual(english)
  })

  it('keeps a Japanese quotation in the sentence around it', () => {
    expect(split('彼は「行きます。」と言った。次の日（雨。）。終わった。')).toEqual([
      '彼は「行きます。」と言った。',
      '次の日（雨。）。',
      '終わった。',
    ])
  })

  it('recognizes stops of half width between Chinese characters, but not in numbers', () => {
    expect(split('好吗?我好.他走了，圆周率是３．１４。')).toEqual([
      '好吗?',
      '我好.',
      '他走了，圆周率是３．１４。',
    ])
  })

  it('ends a Thai sentence at a space, and a Hindi one at its stop', () => {
    const thai = ['กรุงเทพมหานครเป็นเมืองหลวงและนครที่มีประชากรมากที่สุดของประเทศไทย', 'เป็นศูนย์กลาง การปกครอง']
    expect(split(thai.join(' '))).toEqual(thai)
    expect(split('यह एक वाक्य है। यह दूसरा है।')).toEqual(['यह एक वाक्य है।', 'यह दूसरा है।'])
  })

  it('ends no Arabic sentence at an abbreviated title', () => {
    expect(split('قال د. أحمد إن المدينة قديمة. ثم ذهب.')).toEqual([
      'قال د. أحمد إن المدينة قديمة.',
      'ثم ذهب.',
    ])
  })

  it('handles a text of nothing but periods efficiently', () => {
    const text = `${'.'.repeat(1_000_000)}a`
    expect(cpuMs(() => expect(sentences(text)).toHaveLength(1))).toBeLessThan(2000)
  })
})
