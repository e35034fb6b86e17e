import { describe, expect, it } from 'vitest'
import { restore } from '../../platform/redaction/redactor.ts'
import { StreamRestorer } from './streamRestorer.ts'

const originals = new Map([
  ['[name 1]', 'Anna Lindqvist'],
  ['[name 1b]', 'Lindqvist, Anna'],
  ['[name 12]', 'Ben Carter'],
  ['[email 2]', 'anna@example.com'],
  ['[phone 1]', '+49 30 1234567'],
  ['[IBAN 1]', 'DE89 3704 0044 0532 0130 00'],
])

/** Returns what is written for these pieces, each alone. */
function written(pieces: readonly string[]): string[] {
  const texts: string[] = []
  const restorer = new StreamRestorer(originals, (text) => void texts.push(text))
  for (const piece of pieces) restorer.add(piece)
  restorer.end()
  return texts
}

const texts = [
  'Ask [name 1] or [name 12], by [email 2].',
  '[name 1][name 1b][phone 1]',
  'As models write them: (name 1), 【name 1】, {Name 1}, <NAME_1>, [name1], [ name 1 ], \\[name 1\\], [Nom 1].',
  'In other digits: [name ١], [الاسم ١٢], [name １], [name 𝟙], and [e-mail 2], [Téléfono 1], [teléfono 1].',
  'Invented: [name 3], [name 1q], [phone 77], [iban 1b].',
  'Not closed: [name 1, [name [name 1] (name 1',
  'No placeholders: a[0], [2], (see [3]), [link](https://example.com/a_(b)), \\(x\\), [name], [naming 1], {}, <b>.',
  'At the end: [name 1',
  'At the end: \\',
]

describe('a text in pieces becomes the same as the whole text', () => {
  it.each(texts)('split at each position: %s', (text) => {
    const whole = restore(text, originals)
    for (let at = 0; at <= text.length; at += 1) {
      expect(written([text.slice(0, at), text.slice(at)]).join('')).toBe(whole)
    }
  })

  it.each(texts)('split at each two positions: %s', (text) => {
    const whole = restore(text, originals)
    for (let at = 0; at <= text.length; at += 1) {
      for (let next = at; next <= text.length; next += 1) {
        const pieces = [text.slice(0, at), text.slice(at, next), text.slice(next)]
        expect(written(pieces).join('')).toBe(whole)
      }
    }
  })

  it.each(texts)('in single characters: %s', (text) => {
    expect(written(text.split('')).join('')).toBe(restore(text, originals))
  })
})

it('only what can still become a placeholder waits', () => {
  for (const text of [
    ...texts,
    'x'.repeat(500),
    '['.repeat(500),
    '(name '.repeat(100),
    '[e-mail 2'.repeat(50),
  ]) {
    let given = 0
    let passed = 0
    const restorer = new StreamRestorer(new Map(), (piece) => {
      passed += piece.length
    })
    for (const character of text) {
      restorer.add(character)
      given += character.length
      expect(given - passed).toBeLessThan(45)
    }
  }
})

it('text without brackets doesn’t wait at all', () => {
  expect(written(['The ', 'answer ', 'is [2', '] 41', ' metres.'])).toEqual([
    'The ',
    'answer ',
    'is [2',
    '] 41',
    ' metres.',
  ])
})

it('an empty piece writes nothing', () => {
  expect(written(['', '[', '', 'name 1', ']'])).toEqual(['Anna Lindqvist'])
})
