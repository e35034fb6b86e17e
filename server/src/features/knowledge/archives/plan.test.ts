import { expect, test } from 'vitest'
import { readArchiveDirectory } from '../../../platform/archives/archive.ts'
import { encrypted, link, type PackedEntry, packArchive } from '../../../testing/packedArchives.ts'
import { planArchive } from './plan.ts'

const LIMITS = { entries: 1000, unpackedBytes: 4e9 }

/** The place of each file in the library, or why it is refused. */
async function planned(entries: readonly PackedEntry[], folder = ''): Promise<string[]> {
  const bytes = packArchive(entries)
  const read = async (start: number, end: number) => bytes.subarray(start, end)
  const directory = await readArchiveDirectory(bytes.length, read, LIMITS)
  if (typeof directory === 'string') throw new Error(directory)
  return planArchive(directory, folder).map((one) =>
    'refused' in one ? one.refused : `${one.folder}|${one.name}`,
  )
}
const file = (name: string | Buffer, content = 'x'): PackedEntry => ({ name, content })

test('files get the folders of the archive, below the chosen one', async () => {
  const files = [file('top.txt'), { name: 'a/' }, file('a/b/deep.txt'), file('ميناء/قارب.txt')]
  expect(await planned(files)).toEqual(['|top.txt', 'a/b|deep.txt', 'ميناء|قارب.txt'])
  expect(await planned(files, 'Year/2026')).toEqual([
    'Year/2026|top.txt',
    'Year/2026/a/b|deep.txt',
    'Year/2026/ميناء|قارب.txt',
  ])
})

test.each([
  '../up.txt',
  'a/../../up.txt',
  '/etc/passwd',
  '//host/share.txt',
  'C:/Windows/win.ini',
  'c:up.txt',
  '..\\up.txt',
  'a\\b.txt',
  './a.txt',
  'a//b.txt',
  'a/ ../b.txt',
  'nul\u0000.txt',
  'line\nbreak.txt',
  'bell\u0007.txt',
  'txt.\u202efdp.exe',
  '../.ssh/authorized_keys',
  ' ',
  'a/\u200b',
  '.\u200d./up.txt',
])('[A60] the path %j is refused', async (name) => {
  expect(await planned([file(name)])).toEqual(['archive.name'])
})

test('folders that Windows separates by backslashes are folders, and their paths are checked as well', async () => {
  const packed = (name: string, host: number) => planned([{ ...file(name), host }])
  for (const host of [0, 10, 11]) {
    expect(await packed('a\\b\\deep.txt', host)).toEqual(['a/b|deep.txt'])
    expect(await packed('a\\', host)).toEqual([])
    for (const name of [
      '..\\up.txt',
      '\\etc\\passwd',
      '\\\\host\\share.txt',
      'C:\\win.ini',
      'a\\../..\\up.txt',
    ])
      expect(await packed(name, host)).toEqual(['archive.name'])
  }
  expect(await packed('a\\b.txt', 3)).toEqual(['archive.name'])
})

test('a name that isn’t what it claims to be encoded as is refused', async () => {
  expect(await planned([{ name: Buffer.from([0x61, 0xff]), flags: 0x800, content: 'x' }])).toEqual([
    'archive.name',
  ])
})

test('what systems add and hidden files are left out', async () => {
  const names = [
    '__MACOSX/a.txt',
    'a/.DS_Store',
    '._a.txt',
    '.git/config',
    'Thumbs.db',
    'a/desktop.ini',
    '.env',
  ]
  expect(await planned(names.map((name) => file(name)))).toEqual([])
})

test('names that a folder can’t both have are refused from the second on', async () => {
  const names = [
    'a/Report.txt',
    'a/REPORT.txt',
    'a/Report.txt',
    'b/Report.txt',
    'a/Re\u0301port.txt',
    'a/R\u00e9port.txt',
  ]
  expect(await planned(names.map((name) => file(name)))).toEqual([
    'a|Report.txt',
    'archive.sameName',
    'archive.sameName',
    'b|Report.txt',
    'a|R\u00e9port.txt',
    'archive.sameName',
  ])
})

test('each file that can’t be added says why', async () => {
  const entries: [PackedEntry, string][] = [
    [link('link.txt', '/etc/passwd'), 'archive.link'],
    [file(`${'n'.repeat(252)}.txt`), 'archive.longName'],
    [file(`${'f/'.repeat(251)}a.txt`), 'archive.longName'],
    [encrypted('locked.txt', 'x'), 'file.encrypted'],
    [file('empty.txt', ''), 'file.empty'],
    [{ ...file('large.txt'), unpackedSize: 100 * 1024 * 1024 + 1 }, 'file.tooLarge'],
    [{ ...file('method.txt'), method: 9 }, 'archive.method'],
    [file(`${'n'.repeat(251)}.txt`), `|${'n'.repeat(251)}.txt`],
  ]
  expect(await planned(entries.map(([entry]) => entry))).toEqual(entries.map(([, told]) => told))
})

test('what is shown of a path can be stored, however long it is', async () => {
  const bytes = packArchive([file(`${'\u0000\u202e'.repeat(300)}😀`)])
  const read = async (start: number, end: number) => bytes.subarray(start, end)
  const directory = await readArchiveDirectory(bytes.length, read, LIMITS)
  if (typeof directory === 'string') throw new Error(directory)
  const [{ path } = { path: '' }] = planArchive(directory, '')
  expect(path).toMatch(/^\ufffd{500}$/)
})
