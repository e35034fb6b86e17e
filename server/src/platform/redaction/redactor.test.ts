import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRedactor, Numbering, restore } from './redactor.ts'

const folder = path.join(import.meta.dirname, '../../../../bench/redaction')
const directory = JSON.parse(readFileSync(path.join(folder, 'directory.json'), 'utf8'))
const texts = (JSON.parse(readFileSync(path.join(folder, 'first.json'), 'utf8')) as { text: string }[]).map(
  ({ text }) => text.replace(/\[\[\w+:(.*?)\]\]/gs, '$1'),
)
const redactor = createRedactor(directory)

/** A generator of numbers that is the same in every run. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Texts of pieces that mean something to the rules, and of any characters. */
function randomTexts(count: number): string[] {
  const next = random(7)
  const pieces = [
    ...'+49 |030|1234567| |-|/|(|)|.|,|@|[|]|:|\n|\t|DE89 3704 0044 0532 0130 00|4111 1111 1111 1111|2026-11-29|00|0'.split(
      '|',
    ),
    ...'Anna|Lindqvist|lindqvist|Mark|Will|König|Mr |Frau |Hi |[name]|[name 1]|[email 2b]|(phone 3)|\\[name 1\\]|منصور|أحمد|و'.split(
      '|',
    ),
    ...'a@b.de| at | dot |[at]|x|12345678Z|123-45-6789|ext. 12|é|e\u0301|\u200f|\u200b|ß|ﷺ|😀|\ud800|\udc00|\0|İ|ﬁ|٠١٢'.split(
      '|',
    ),
  ]
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(14) }, () =>
      next(5) === 0 ? String.fromCharCode(next(65536)) : pieces[next(pieces.length)],
    ).join(''),
  )
}

const samples = [...texts, ...randomTexts(20_000)]

describe('for texts of the benchmark and random ones', () => {
  it('redacting twice changes nothing', () => {
    for (const text of samples) {
      const once = redactor.redact(text).text
      expect(redactor.redact(once).text).toBe(once)
    }
  })

  it('restores the text of numbered placeholders', () => {
    for (const text of samples) {
      const numbering = new Numbering()
      const { text: numbered } = redactor.redact(text, numbering)
      expect(restore(numbered, numbering.originals)).toBe(text)
    }
  })

  it('says where the items are, in order and without overlaps', () => {
    for (const text of samples) {
      const { text: result, found } = redactor.redact(text)
      let at = 0
      let rest = ''
      for (const { from, to } of found) {
        expect(from).toBeGreaterThanOrEqual(at)
        expect(to).toBeGreaterThan(from)
        rest += text.slice(at, from)
        at = to
      }
      expect(at).toBeLessThanOrEqual(text.length)
      expect(result.replace(/\[(?:email|phone|IBAN|card|ID|name)\]/g, '')).toBe(
        (rest + text.slice(at)).replace(/\[(?:email|phone|IBAN|card|ID|name)\]/g, ''),
      )
    }
  })
})

describe('numbered placeholders', () => {
  const redacted = (...all: string[]) => {
    const numbering = new Numbering()
    return { texts: all.map((text) => redactor.redact(text, numbering).text), numbering }
  }

  it('have the same number for the same person, and a letter for another way of writing it', () => {
    const { texts, numbering } = redacted(
      'Anna Lindqvist and Emma Sjöberg. Lindqvist, Anna called Ms Sjöberg.',
      'Anna Lindqvist wrote to anna@example.com and ANNA@example.com.',
    )
    expect(texts).toEqual([
      '[name 1] and [name 2]. [name 1b] called Ms [name 2b].',
      '[name 1] wrote to [email 1] and [email 1b].',
    ])
    expect(numbering.originals.get('[name 1b]')).toBe('Lindqvist, Anna')
  })

  it('skip numbers that the text uses by itself', () => {
    const { texts, numbering } = redacted('[name 1] is Anna Lindqvist')
    expect(texts).toEqual(['[name 1] is [name 2]'])
    expect(restore(texts[0]!, numbering.originals)).toBe('[name 1] is Anna Lindqvist')
  })

  it.each([
    '[name 1]',
    '(name 1)',
    '【name 1】',
    '{Name 1}',
    '[NAME_1]',
    '[name1]',
    '[ name 1 ]',
    '[name ١]',
    '[name １]',
    '\\[name 1\\]',
    '[Nom 1]',
    '[الاسم ١]',
    '[name 1q]',
  ])('are restored from %s', (placeholder) => {
    expect(restore(`Ask ${placeholder}.`, new Map([['[name 1]', 'Anna']]))).toBe('Ask Anna.')
  })

  it.each(['[name 2]', '[name]', 'name 1', '[phone 1]', '[naming 1]', '[name 1'])('leave %s', (text) => {
    expect(restore(text, new Map([['[name 1]', 'Anna']]))).toBe(text)
  })
})

describe('hostile input of 1 MB takes linear time', () => {
  const million = 1_000_000
  it.each(
    Object.entries({
      'at signs': '@',
      'short addresses': 'a@',
      'labels of a domain': 'a.',
      'a long local part': 'a.b-',
      digits: '1',
      'spaced digits': '1 ',
      'phone separators': '0(',
      'plus signs': '+4',
      parentheses: '(0) ',
      'starts of cards': '4111 1111 ',
      'starts of IBANs': 'DE89 ',
      'starts of identifiers': 'x1234567',
      'starts of codes': 'RSSMRA85',
      'written dots': 'a dot ',
      'written at': 'a at ',
      brackets: '[',
      'starts of placeholders': '[name 1 ',
      quotes: '"@',
      names: 'Anna ',
      'names and commas': 'Lindqvist, ',
      initials: 'A. ',
      titles: 'Mr ',
      particles: 'van ',
      'Arabic prefixes': 'وب',
      'Arabic names': 'أحمد ',
      'combining marks': 'e\u0301\u0302',
      ligatures: 'ﷺ',
      'invisible characters': '\u200b',
      surrogates: '\ud83d',
      'line breaks': '\n',
    }),
  )('%s', (_, piece) => {
    const time = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length))
      const begun = process.cpuUsage()
      const numbering = new Numbering()
      const { text: numbered } = redactor.redact(text, numbering)
      restore(numbered, numbering.originals)
      const { user, system } = process.cpuUsage(begun)
      return (user + system) / 1000
    }
    const tenth = Math.max(time(million / 10), time(million / 10))
    // Quadratic time would be a hundred times as much.
    expect(time(million)).toBeLessThan(Math.max(40 * tenth, 4000))
  })
})
