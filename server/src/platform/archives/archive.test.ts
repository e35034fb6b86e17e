import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { encrypted, link, type PackedEntry, packArchive, unicodePath } from '../../testing/packedArchives.ts'
import { type ArchiveEntry, readArchiveDirectory } from './archive.ts'
import { readEntry } from './readEntry.ts'

const LIMITS = { entries: 100, unpackedBytes: 1_000_000 }
const rangesOf = (bytes: Buffer) => ({
  read: async (start: number, end: number) => bytes.subarray(start, end),
  stream: (start: number, end: number) => Readable.from([bytes.subarray(start, end)]),
})
const list = (bytes: Buffer) => readArchiveDirectory(bytes.length, rangesOf(bytes).read, LIMITS)

async function entriesOf(bytes: Buffer): Promise<ArchiveEntry[]> {
  const entries = await list(bytes)
  if (typeof entries === 'string') throw new Error(entries)
  return entries
}

/** The texts in an archive, or the code of the error with which one can't be read. */
async function textsOf(bytes: Buffer): Promise<string[]> {
  const { read, stream } = rangesOf(bytes)
  const texts: string[] = []
  for (const entry of await entriesOf(bytes)) {
    const text = buffer(Readable.from(readEntry(entry, read, stream)))
    texts.push(
      await text.then(
        (found) => found.toString(),
        (error: { code: string }) => error.code,
      ),
    )
  }
  return texts
}

describe('an archive', () => {
  test.each<[string, PackedEntry, { isLarge?: boolean; comment?: string }]>([
    ['compressed', { name: 'a.txt', content: 'Boats' }, {}],
    ['stored', { name: 'a.txt', content: 'Boats', method: 0 }, {}],
    [
      'with a comment that looks like an end',
      { name: 'a.txt', content: 'Boats' },
      { comment: 'PK\u0005\u0006' },
    ],
    ['with sizes after the bytes', { name: 'a.txt', content: 'Boats', hasDescriptor: true }, {}],
    ['with sizes of a large file', { name: 'a.txt', content: 'Boats', isLarge: true }, {}],
    ['with the end of a large one', { name: 'a.txt', content: 'Boats', isLarge: true }, { isLarge: true }],
  ])('%s is read', async (_how, entry, options) => {
    const bytes = packArchive([entry, { name: 'b.txt', content: 'Gulls' }], options)
    expect((await entriesOf(bytes)).map(({ name }) => name)).toEqual(['a.txt', 'b.txt'])
    expect(await textsOf(bytes)).toEqual(['Boats', 'Gulls'])
  })

  test('names are UTF-8 with and without saying so, in an extra field, or in the characters of MS-DOS', async () => {
    const dos = Buffer.from([0x48, 0x84, 0x66, 0x65, 0x6e])
    const bytes = packArchive([
      { name: 'ميناء.txt' },
      { name: Buffer.from('Häfen.txt') },
      { name: dos },
      { name: dos, extra: unicodePath(dos, 'Häfen 2') },
      { name: Buffer.from([0x80, 0x81]), flags: 0x800 },
    ])
    expect((await entriesOf(bytes)).map(({ name }) => name)).toEqual([
      'ميناء.txt',
      'Häfen.txt',
      'Häfen',
      'Häfen 2',
      '\ufffd\ufffd',
    ])
  })

  test('folders, links, and devices aren’t taken for files', async () => {
    const bytes = packArchive([
      { name: 'file', content: 'x' },
      { name: 'folder/' },
      { name: 'also a folder', mode: 0o040755 },
      link('link', '/etc/passwd'),
      { name: 'pipe', mode: 0o010644 },
    ])
    expect((await entriesOf(bytes)).map(({ kind }) => kind)).toEqual([
      'file',
      'folder',
      'folder',
      'other',
      'other',
    ])
  })

  test('whose entries share bytes is broken, in the directory and behind the headers', async () => {
    const bomb = { name: 'bomb', content: Buffer.alloc(50_000) }
    expect(await list(packArchive([bomb, { ...bomb, sharesWith: 0 }]))).toBe('file.broken')
    // The header of the first claims that its bytes are those of the second.
    const quoted = packArchive([
      { name: 'a', content: 'Boats', method: 0 },
      { name: 'b', content: 'Boats', method: 0 },
    ])
    quoted.writeUInt16LE(36, 28)
    expect(await textsOf(quoted)).toEqual(['file.broken', 'Boats'])
  })

  test('never gives more than it declares, and nothing with another checksum', async () => {
    const bytes = packArchive([
      { name: 'more', content: 'x'.repeat(1000), unpackedSize: 999 },
      { name: 'less', content: 'x'.repeat(1000), unpackedSize: 1001 },
      { name: 'changed', content: 'Boats', crc: 1 },
      { name: 'method', content: 'Boats', method: 9 },
      { name: 'nothing', content: '', method: 0, unpackedSize: 5 },
      encrypted('locked', 'Boats'),
    ])
    expect(await textsOf(bytes)).toEqual([
      'file.broken',
      'file.broken',
      'file.broken',
      'file.broken',
      'file.broken',
      'file.encrypted',
    ])
  })

  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['half an archive', packArchive([{ name: 'a', content: 'Boats' }]).subarray(0, 40)],
    [
      'a large end without its record',
      (() => {
        const bytes = packArchive([{ name: 'a' }], { isLarge: true })
        bytes.fill(0, bytes.length - 42, bytes.length - 22)
        return bytes
      })(),
    ],
    [
      'a large end beyond the file',
      (() => {
        const bytes = packArchive([{ name: 'a' }], { isLarge: true })
        bytes.writeBigUInt64LE(2n ** 63n, bytes.length - 42 + 8)
        return bytes
      })(),
    ],
  ])('%s is broken', async (_what, bytes) => {
    expect(await list(bytes)).toBe('file.broken')
  })

  test('with too many entries or bytes is refused before anything is unpacked', async () => {
    const many = Array.from({ length: 101 }, (_, at) => ({ name: `${at}` }))
    expect(await list(packArchive(many))).toBe('file.unpacksTooLarge')
    expect(await list(packArchive([{ name: 'a', unpackedSize: 2 ** 40, isLarge: true }]))).toBe(
      'file.unpacksTooLarge',
    )
  })
})
