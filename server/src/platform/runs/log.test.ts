import { describe, expect, test } from 'vitest'
import { type Entry, FRAME_UNITS, framesAfter } from './entry.ts'
import { fold } from './fold.ts'
import { unseen } from './readers.ts'
import { cutRows, type EventRow, endWithin, entriesOf, takeInOrder } from './rows.ts'
import { Run } from './run.ts'

const step = (text: string): Entry => ({ event: 'step-update', data: { text, steps: [] } })
const log: Entry[] = ['a', 'bb', step('x'), 'ccc', 'd', step('y'), 'e']

function textIn(frames: string): string {
  return frames
    .split('\n\n')
    .filter((block) => block.startsWith('event: response-updated'))
    .map((block) => (JSON.parse(block.slice(block.indexOf('data: ') + 6)) as { text: string }).text)
    .join('')
}

describe('frames', () => {
  test('join adjacent texts and carry the number of the last one', () => {
    expect(framesAfter(['a', 'b', 'c'], 1)).toEqual({
      frames: 'event: response-updated\nid: 3\ndata: {"text":"bc"}\n\n',
      cursor: 3,
    })
  })

  test('keep the order of texts and other events, from any position', () => {
    for (let from = 0; from <= log.length; from += 1) {
      const { frames, cursor } = framesAfter(log, from)
      expect(cursor).toBe(log.length)
      expect(textIn(frames)).toBe(
        log
          .slice(from)
          .filter((entry) => typeof entry === 'string')
          .join(''),
      )
      const ids = [...frames.matchAll(/\nid: (\d+)\n/g)].map((match) => Number(match[1]))
      expect(ids).toEqual([...ids].sort((a, b) => a - b))
      if (from < log.length) expect(ids.at(-1)).toBe(log.length)
    }
  })

  test('are bounded for a reader that is catching up', () => {
    const long = Array.from({ length: 100 }, () => 'x'.repeat(10_000))
    const { frames, cursor } = framesAfter(long, 0)
    expect(frames.length).toBeLessThan(FRAME_UNITS + 11_000)
    expect(cursor).toBeLessThan(10)
  })
})

describe('stored rows', () => {
  test('take at least one entry, and stop when their room is full', () => {
    expect(endWithin(['a'.repeat(50), 'b', 'c'], 0, 10)).toEqual({ end: 1, units: 50 })
    expect(endWithin(['a', 'bb', 'c', 'd'], 1, 3)).toEqual({ end: 3, units: 3 })
    expect(endWithin([step('x'), 'a'], 0, 10)).toEqual({ end: 1, units: 1000 })
  })

  test('restore the entries they were created from, whatever was stored before', () => {
    for (let flushed = 0; flushed < log.length; flushed += 1) {
      const rows = cutRows('run', log, flushed, log.length)
      expect(rows.flatMap(entriesOf)).toEqual(log.slice(flushed))
      expect(rows[0]?.first).toBe(flushed + 1)
      rows.slice(1).forEach((row, index) => {
        expect(row.first).toBe((rows[index]?.seq ?? 0) + 1)
      })
    }
  })

  test('are read from the middle of a row without repeating or losing a delta', () => {
    const rows = [...cutRows('run', log, 0, 2), ...cutRows('run', log, 2, log.length)]
    for (let cursor = 0; cursor <= log.length; cursor += 1) {
      const unread = rows.filter((row) => row.seq > cursor)
      expect(takeInOrder(unread, cursor).entries).toEqual(log.slice(cursor))
    }
  })

  test('are read up to a gap and no further', () => {
    const rows: EventRow[] = [...cutRows('run', log, 0, 2), ...cutRows('run', log, 5, 7)]
    expect(takeInOrder(rows, 0).entries).toEqual(['a', 'bb'])
  })

  test('stop at the end: later rows from a process that lost the run are ignored', () => {
    const end: Entry = { event: 'no-more-data', data: { status: 'Interrupted' } }
    const ended = cutRows('run', ['a', step('x'), end], 0, 3)
    const late = cutRows('run', ['a', 'late', 'later', 'latest', 'last'], 1, 5)
    expect(takeInOrder([...ended, ...late], 0)).toEqual({ entries: ['a', step('x'), end], last: true })
  })

  test('contain only what PostgreSQL accepts: no NUL, no half of a character, and the literal text backslash u0000 unchanged', () => {
    const run = new Run('run', 'subject', () => undefined)
    const data = { text: 'a\u0000b \\u0000 \ud83d 😀', steps: [] }
    run.event('step-update', data)
    expect(run.log).toEqual([step('a\ufffdb \\u0000 \ufffd 😀')])
    run.event('step-update', { text: 'plain 😀', steps: [] })
    expect(run.log[1]).toEqual(step('plain 😀'))
  })

  test('stay within their limit, and never split a surrogate pair', () => {
    const run = new Run('run', 'subject', () => undefined)
    run.text(`x${'😀'.repeat(FRAME_UNITS)}`)
    const rows = cutRows('run', run.log, 0, run.log.length)
    expect(Math.max(...rows.map((row) => row.data.length))).toBeLessThanOrEqual(FRAME_UNITS)
    for (const entry of run.log) expect((entry as string).isWellFormed()).toBe(true)
    expect(run.log.join('')).toBe(`x${'😀'.repeat(FRAME_UNITS)}`)
  })
})

describe('what a late reader is missing', () => {
  const stored: Entry[] = [step('x'), 'abbccc', { event: 'no-more-data', data: { status: 'Completed' } }]
  const [first, , last] = stored

  test.each([
    [0, [1, 2, 0, 3], stored],
    [1, [1, 2, 0, 3], [first, 'bbccc', last]],
    [3, [1, 2, 0, 3], [first, 'ccc', last]],
    [4, [1, 2, 0, 3], [first, last]],
    [9, [1, 2, 0, 3], [first, last]],
    [2, [], [first, last]],
    [0, [], stored],
  ])('after %i events, with lengths %j left, is the remaining text', (after, lengths, lacked) => {
    expect(unseen(stored, after, lengths)).toEqual(lacked)
  })
})

describe('the result of a log', () => {
  test('contains the text, images in place, the last steps, and every error', () => {
    const folded = fold([
      'before ',
      { event: 'generated-image-link', data: { Title: 'T', Uri: '/u' } },
      'after',
      step('one'),
      { event: 'error', data: { text: 'e', code: 'c', requestId: 'r' } },
      { event: 'no-more-data', data: { status: 'Failed' } },
    ])
    expect(folded.answer).toBe('before \n\n![T](/u)\n\nafter')
    expect(folded.errors).toHaveLength(1)
  })
})
