import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readArchiveDirectory } from './archive.ts'
import { readEntry } from './readEntry.ts'
import { type NewEntry, writeArchive } from './writeArchive.ts'

async function written(entries: readonly NewEntry[]): Promise<Buffer> {
  const given = (async function* () {
    yield* entries
  })()
  return Buffer.concat(await allOf(writeArchive(given)))
}

async function allOf(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

const bytesOf = (...pieces: (Buffer | string)[]) => Readable.from(pieces)
const within = (archive: Buffer) => async (start: number, end: number) => archive.subarray(start, end)
const limits = { entries: 100_000, unpackedBytes: 100_000_000 }

async function read(archive: Buffer) {
  const entries = await readArchiveDirectory(archive.length, within(archive), limits)
  if (typeof entries === 'string') throw new Error(entries)
  return Promise.all(
    entries.map(async (entry) => {
      const stream = (start: number, end: number) => Readable.from([archive.subarray(start, end)])
      const pieces = await allOf(readEntry(entry, within(archive), stream))
      return { name: entry.name, method: entry.method, text: Buffer.concat(pieces).toString() }
    }),
  )
}

test('what is written in pieces is read as it was', async () => {
  const long = 'A long line of text. '.repeat(50_000)
  const archive = await written([
    { name: 'index.html', bytes: bytesOf('<p>', 'مرحبا', '</p>') },
    { name: 'files/مرفق 1.pdf', bytes: bytesOf(Buffer.from('%PDF')), isPacked: true },
    { name: 'empty.txt', bytes: bytesOf() },
    { name: 'long.txt', bytes: bytesOf(long, long) },
  ])
  expect(await read(archive)).toEqual([
    { name: 'index.html', method: 8, text: '<p>مرحبا</p>' },
    { name: 'files/مرفق 1.pdf', method: 0, text: '%PDF' },
    { name: 'empty.txt', method: 8, text: '' },
    { name: 'long.txt', method: 8, text: long + long },
  ])
  expect(archive.length).toBeLessThan(long.length / 10)
})

test('more files than a short directory counts', async () => {
  const entries = Array.from({ length: 65_600 }, (_, at) => ({
    name: `${at}.txt`,
    bytes: bytesOf(String(at)),
    isPacked: true,
  }))
  const archive = await written(entries)
  const found = await readArchiveDirectory(archive.length, within(archive), limits)
  expect(found).toHaveLength(65_600)
  expect((found as { name: string }[]).at(-1)?.name).toBe('65599.txt')
})

test('an error of a file ends the archive with it', async () => {
  const failing = async function* () {
    yield 'A beginning'
    throw new Error('The disk is gone.')
  }
  for (const isPacked of [true, false])
    await expect(written([{ name: 'x', bytes: failing(), isPacked }])).rejects.toThrow('The disk is gone.')
})
