import { access, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type GivenFile, GivenFiles, removeLeftFolders } from './givenFiles.ts'

let given: GivenFiles
beforeEach(async ({ skip }) => {
  if (process.platform !== 'linux') skip()
  given = await GivenFiles.create(0)
})
afterEach(() => given?.remove())

const file: GivenFile = {
  fileId: '1',
  name: 'a.txt',
  size: 3,
  wasWritten: false,
  read: () => Readable.from([Buffer.from('abc')]),
}
const isThere = (name: string) =>
  access(name).then(
    () => true,
    () => false,
  )

it('removes what an earlier server with the same process ID left, and keeps its own', async () => {
  const left = await mkdtemp(path.join(tmpdir(), `parlance-code-${process.pid}-1-`))
  await writeFile(path.join(left, 'secret.txt'), 'x')
  await removeLeftFolders()
  expect([await isThere(left), await isThere(given.folder)]).toEqual([false, true])
})

it('doesn’t write through a link that another program made', async () => {
  const target = `${given.folder}.target`
  await writeFile(target, 'before')
  await symlink(target, `${given.folder}.part`)
  try {
    await expect(given.add([file])).rejects.toThrow('EEXIST')
    expect(await readFile(target, 'utf8')).toBe('before')
    // The link is gone now.
    expect(await given.add([file])).toEqual([])
    expect(await readFile(path.join(given.folder, 'a.txt'), 'utf8')).toBe('abc')
  } finally {
    await rm(target, { force: true })
  }
})
