import { describe, expect, test } from 'vitest'
import { diffLines, inRows, type Line, linesOf, withoutFarLines } from './lines.ts'

const shown = (lines: readonly (Line | number)[]) =>
  lines.map((line) => {
    if (typeof line === 'number') return `… ${line}`
    const sign = { same: ' ', removed: '-', added: '+' }[line.kind]
    const text = line.pieces.map((piece) => (piece.marked ? `[${piece.text}]` : piece.text)).join('')
    return `${line.before ?? '.'} ${line.after ?? '.'} ${sign} ${text}`
  })
const diff = (before: unknown, after: unknown) => diffLines(linesOf(before), linesOf(after)).lines

describe('lines', () => {
  test('splits text by lines, a list by items and an object as JSON, and returns none for no value', () => {
    expect(linesOf('a\r\nb\nc')).toEqual(['a', 'b', 'c'])
    expect(linesOf(['x', 1, true, null])).toEqual(['x', '1', 'true', 'null'])
    expect(linesOf({ a: 1 })).toEqual(['{', '  "a": 1', '}'])
    expect(linesOf(0.2)).toEqual(['0.2'])
    expect(linesOf(null)).toEqual([])
    expect(linesOf('')).toEqual([''])
  })

  test('matches the mock-up: line numbers on both sides, and the differing words', () => {
    const before = 'purchasing terms only.\nQuote the clause.'
    const after = 'purchasing terms only.\nQuote the clause with its page.\nName the nearest deadline.'
    expect(shown(diff(before, after))).toEqual([
      '1 1   purchasing terms only.',
      '2 . - Quote the clause.',
      '. 2 + Quote the clause[ with its page].',
      '. 3 + Name the nearest deadline.',
    ])
    expect(shown(diff(['FileSearch', 'Vision'], ['FileSearch', 'CodeInterpreter', 'Vision']))).toEqual([
      '1 1   FileSearch',
      '. 2 + CodeInterpreter',
      '2 3   Vision',
    ])
    expect(shown(diff(0.7, 0.2))).toEqual(['1 . - 0.[7]', '. 1 + 0.[2]'])
    expect(shown(diff(null, 'new'))).toEqual(['. 1 + new'])
    expect(shown(diff('#111111', '#222222'))).toEqual(['1 . - #[111111]', '. 1 + #[222222]'])
  })

  test('reproduces both sides from the removed and added lines', () => {
    const random = (seed: number) => Array.from({ length: 40 }, (_, at) => `l${(at * seed) % 7}`)
    for (const seed of [2, 3, 5]) {
      const [before, after] = [random(seed), random(seed + 1)]
      const { lines } = diffLines(before, after)
      const side = (without: Line['kind']) =>
        lines
          .filter(({ kind }) => kind !== without)
          .map(({ pieces }) => pieces.map(({ text }) => text).join(''))
      expect(side('added')).toEqual(before)
      expect(side('removed')).toEqual(after)
    }
  })

  test('a long text is compared line by line, however long it is', () => {
    const before = Array.from({ length: 20_000 }, (_, at) => `line ${at}`)
    const after = before.map((line, at) => (at % 4000 === 0 ? `${line} changed` : line))
    const { lines, tooDifferent } = diffLines(before, after)
    expect(tooDifferent).toBe(false)
    expect(lines.filter(({ kind }) => kind !== 'same')).toHaveLength(10)
  })

  test('two long texts with nothing in common are given up in time, and this is said', () => {
    const lines = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`)
    const begun = performance.now()
    const compared = diffLines(lines('a'), lines('b'))
    expect(compared.tooDifferent).toBe(true)
    expect(shown([compared.lines[0]!, compared.lines.at(-1)!])).toEqual(['1 . - a 0', '. 20000 + b 19999'])
    expect(inRows(compared.lines)).toHaveLength(20_000)
    expect(performance.now() - begun).toBeLessThan(3000)
  })

  test('many long lines that were replaced do not hold the page up', () => {
    const lines = (word: string) =>
      Array.from(
        { length: 300 },
        (_, at) => `same ${Array.from({ length: 500 }, () => `${word}${at}`).join(' ')}`,
      )
    const begun = performance.now()
    const { lines: compared, tooDifferent } = diffLines(lines('a'), lines('b'))
    expect([compared.length, tooDifferent]).toEqual([600, false])
    expect(performance.now() - begun).toBeLessThan(3000)
  })

  test('leaves out lines far from a difference', () => {
    const before = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`)
    const after = before.map((line) => (line === 'line 10' ? 'other' : line))
    expect(shown(withoutFarLines(diffLines(before, after).lines))).toEqual([
      '… 7',
      '8 8   line 8',
      '9 9   line 9',
      '10 . - line 10',
      '. 10 + other',
      '11 11   line 11',
      '12 12   line 12',
      '… 8',
    ])
    // A single line takes as much room as the note that one is left out.
    expect(shown(withoutFarLines(diff('a\nb\nc\nx', 'a\nb\nc\ny')))).toHaveLength(5)
  })

  test('shows replaced lines in one row when side by side', () => {
    const rows = inRows(diff('a\nb\nc', 'a\nx\ny\nc')).map((row) =>
      typeof row === 'number'
        ? row
        : row.map((line) => line?.pieces.map(({ text }) => text).join('') ?? null),
    )
    expect(rows).toEqual([
      ['a', 'a'],
      ['b', 'x'],
      [null, 'y'],
      ['c', 'c'],
    ])
  })
})
