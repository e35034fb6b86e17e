import { expect, it } from 'vitest'
import { droppedFiles, folderOf } from './droppedFiles.ts'

const file = (name: string) => new File(['x'], name)
const fileEntry = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (resolve: (file: File) => void, reject: () => void) =>
    name === 'closed.md' ? reject() : resolve(file(name)),
})
const folder = (name: string, children: object[]) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const left = [...children]
    return { readEntries: (resolve: (some: object[]) => void) => resolve(left.splice(0, 2)) }
  },
})
const drop = (entries: object[]) =>
  ({
    files: [],
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
  }) as unknown as DataTransfer
const names = async (entries: object[]) => (await droppedFiles(drop(entries))).map(({ name }) => name)

it('reads files in nested folders, however many a reader returns at once', async () => {
  const inner = folder('inner', [fileEntry('c.md'), fileEntry('d.md'), fileEntry('e.md')])
  expect(await names([fileEntry('a.md'), folder('outer', [fileEntry('b.md'), inner])])).toEqual([
    'a.md',
    'b.md',
    'c.md',
    'd.md',
    'e.md',
  ])
})

it('skips system files and unreadable files', async () => {
  const inside = folder('f', [
    fileEntry('.DS_Store'),
    fileEntry('closed.md'),
    folder('.git', [fileEntry('x')]),
  ])
  expect(await names([inside, fileEntry('a.md')])).toEqual(['a.md'])
})

it('returns files without folders in the given order', async () => {
  const given = [file('a.md'), file('b.md')]
  expect(await droppedFiles({ files: given, items: [] } as unknown as DataTransfer)).toEqual(given)
})

it('knows the folders of files', async () => {
  const inner = folder('inner', [fileEntry('b.md')])
  const files = await droppedFiles(drop([fileEntry('a.md'), folder('outer', [inner])]))
  expect(files.map(folderOf)).toEqual(['', 'outer/inner'])
})
