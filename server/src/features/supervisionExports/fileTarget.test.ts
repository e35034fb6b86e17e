import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Line } from './entries.ts'
import { appendLines, freeBytesOf, type WrittenFile } from './fileTarget.ts'

let folder: string
const nothing: WrittenFile = { file: null, fileBytes: 0 }
const first = 'siem-audit-log-2026-11-29-001.ndjson'

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const lineOf = (position: number, more = ''): Line => {
  const text = `${JSON.stringify({ position, more })}\n`
  return { position, text, bytes: Buffer.byteLength(text) }
}
const linesFrom = (from: number, to: number): Line[] =>
  Array.from({ length: to - from + 1 }, (_, at) => lineOf(from + at, 'é'.repeat(at % 7)))
const append = (before: WrittenFile, lines: Line[], more: { day?: string; edition?: number } = {}) =>
  appendLines(
    { folder, fileName: 'siem', stream: 'AuditLog', edition: 1, day: '2026-11-29', ...more },
    before,
    lines,
  )
const place = (name: string) => path.join(folder, name)
const positionsIn = (name: string) =>
  readFileSync(place(name), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).position as number)
const counted = (from: number, to: number) => linesFrom(from, to).map(({ position }) => position)

test('lines are appended to one file, which only the account and its group can read', async () => {
  const one = await append(nothing, linesFrom(1, 10))
  expect(one).toEqual({ file: first, fileBytes: statSync(place(first)).size })
  const two = await append(one, linesFrom(11, 20))
  expect(two.fileBytes).toBe(statSync(place(first)).size)
  expect(positionsIn(first)).toEqual(counted(1, 20))
  expect(statSync(place(first)).mode & 0o007).toBe(0)
})

describe('after a kill', () => {
  test('lines that are in the file already aren’t written a second time', async () => {
    const one = await append(nothing, linesFrom(1, 10))
    await append(one, linesFrom(11, 20))
    // The position of the second batch wasn't stored, and there are more entries now.
    const again = await append(one, linesFrom(11, 35))
    expect(positionsIn(first)).toEqual(counted(1, 35))
    expect(again.fileBytes).toBe(statSync(place(first)).size)
  })

  test('a file that was written before any position was stored is continued', async () => {
    await append(nothing, linesFrom(1, 10))
    const again = await append(nothing, linesFrom(1, 15))
    expect(readdirSync(folder)).toEqual([first])
    expect(again).toEqual({ file: first, fileBytes: statSync(place(first)).size })
    expect(positionsIn(first)).toEqual(counted(1, 15))
  })

  test('a line that was cut off anywhere is written again as a whole', async () => {
    const one = await append(nothing, linesFrom(1, 3))
    const { fileBytes } = await append(one, linesFrom(4, 6))
    for (let length = one.fileBytes; length < fileBytes; length += 1) {
      truncateSync(place(first), length)
      expect((await append(one, linesFrom(4, 6))).fileBytes).toBe(fileBytes)
      expect(positionsIn(first), String(length)).toEqual(counted(1, 6))
    }
  })

  test.each([
    ['text that differs', '{"position":4,"mo'],
    ['zeros', '\0'.repeat(5000)],
  ])('half a line with %s is removed', async (_, half) => {
    const one = await append(nothing, linesFrom(1, 3))
    appendFileSync(place(first), half)
    await append(one, [lineOf(4, 'x'.repeat(9000)), lineOf(5)])
    expect(positionsIn(first)).toEqual(counted(1, 5))
  })

  test('half a line of yesterday is removed, and the lines of today are in a new file', async () => {
    const one = await append(nothing, linesFrom(1, 3))
    const whole = lineOf(4).text
    appendFileSync(place(first), `${whole}${lineOf(5).text.slice(0, 5)}`)
    const next = await append(one, [lineOf(4), lineOf(5), lineOf(6)], { day: '2026-11-30' })
    expect(positionsIn(first)).toEqual([1, 2, 3, 4])
    expect(next.file).toBe('siem-audit-log-2026-11-30-001.ndjson')
    expect(positionsIn(next.file ?? '')).toEqual([5, 6])
  })
})

describe('another file is begun', () => {
  test('on another day', async () => {
    const one = await append(nothing, linesFrom(1, 3))
    const two = await append(one, linesFrom(4, 5), { day: '2026-11-30' })
    expect(two.file).toBe('siem-audit-log-2026-11-30-001.ndjson')
    expect(positionsIn(first)).toEqual([1, 2, 3])
  })

  test('when one has 100 MB', async () => {
    const one = await append(nothing, [lineOf(1, 'x'.repeat(100_000_000))])
    const two = await append(one, [lineOf(2)])
    expect(two.file).toBe('siem-audit-log-2026-11-29-002.ndjson')
    expect(positionsIn(two.file ?? '')).toEqual([2])
    expect(await append(two, [lineOf(3)])).toMatchObject({ file: two.file })
  })

  test('when entries are exported again, also if they are the same', async () => {
    await append(nothing, linesFrom(1, 3))
    const again = await append(nothing, linesFrom(1, 3), { edition: 2 })
    expect(again.file).toBe('siem-audit-log-2026-11-29-again1-001.ndjson')
    expect(positionsIn(again.file ?? '')).toEqual([1, 2, 3])
  })

  test('if the operator has moved or shortened the old one', async () => {
    const one = await append(nothing, linesFrom(1, 3))
    rmSync(place(first))
    const two = await append(one, linesFrom(4, 5))
    expect(positionsIn(two.file ?? '')).toEqual([4, 5])
    writeFileSync(place(two.file ?? ''), '')
    const three = await append(two, linesFrom(6, 7))
    expect(positionsIn(three.file ?? '').slice(-2)).toEqual([6, 7])
  })

  test('if lines of another origin follow, as after a restored backup', async () => {
    const one = await append(nothing, linesFrom(1, 3))
    appendFileSync(place(first), lineOf(4, 'of another future').text)
    const two = await append(one, [lineOf(4), lineOf(5)])
    expect(two.file).toBe('siem-audit-log-2026-11-29-002.ndjson')
    expect(positionsIn(two.file ?? '')).toEqual([4, 5])
    expect(positionsIn(first)).toEqual([1, 2, 3, 4])
  })
})

test('a link or a folder with the name of a file is never followed', async () => {
  const outside = mkdtempSync(path.join(tmpdir(), 'parlance-outside-'))
  onTestFinished(() => rmSync(outside, { recursive: true }))
  writeFileSync(path.join(outside, 'precious'), 'precious')
  symlinkSync(path.join(outside, 'precious'), place(first))
  const one = await append(nothing, linesFrom(1, 2))
  expect(one.file).toBe('siem-audit-log-2026-11-29-002.ndjson')
  expect(readFileSync(path.join(outside, 'precious'), 'utf8')).toBe('precious')
})

test('a folder that isn’t there isn’t created, because the disk might not be mounted', async () => {
  folder = path.join(folder, 'missing')
  await expect(append(nothing, linesFrom(1, 2))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await freeBytesOf(folder)).toBeNull()
  folder = path.dirname(folder)
  expect(await freeBytesOf(folder)).toBeGreaterThan(0)
})
