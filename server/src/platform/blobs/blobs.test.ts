import { mkdtempSync, readdirSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createFileBlobs } from './blobs.ts'

const folder = () => mkdtempSync(path.join(tmpdir(), 'parlance-blobs-'))
const filesBelow = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

describe('blobs', () => {
  test('[S36] are returned unchanged, under unguessable keys', async () => {
    const blobs = createFileBlobs(folder())
    const stored = await blobs.put(Buffer.from('hello'), 100)
    expect(stored).toMatchObject({
      size: 5,
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    })
    expect(stored.key).toMatch(/^[0-9a-f]{64}$/)
    expect((await blobs.readAll(stored.key)).toString()).toBe('hello')
    await blobs.remove(stored.key)
    await expect(blobs.readAll(stored.key)).rejects.toThrow()
  })

  test('are opened when they are read: a stream that no one reads holds no file and can’t fail', async () => {
    const root = folder()
    const blobs = createFileBlobs(root)
    const { key } = await blobs.put(Buffer.from('hello'), 100)
    const [unread, late] = [blobs.read(key), blobs.read(key)]
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(root)
        } catch {
          return false
        }
      })
    await blobs.remove(key)
    // An error that no one listens for would end the process.
    await setTimeout(50)
    expect(openFiles()).toEqual([])
    await expect(buffer(late)).rejects.toMatchObject({ code: 'ENOENT' })
    unread.destroy()
  })

  test('can be read in parts, and a reader that stops leaves no open file', async () => {
    const blobs = createFileBlobs(folder())
    const { key } = await blobs.put(Buffer.alloc(1_000_000, 'a'), 2_000_000)
    expect((await buffer(blobs.read(key, { start: 10, end: 15 }))).toString()).toBe('aaaaa')
    const stopped = blobs.read(key)
    for await (const _piece of stopped) break
    expect(stopped.destroyed).toBe(true)
  })

  test('[A69] above the limit are refused, and nothing of them remains', async () => {
    const root = folder()
    await expect(
      createFileBlobs(root).put(Readable.from([Buffer.alloc(60), Buffer.alloc(60)]), 100),
    ).rejects.toMatchObject({ code: 'file.tooLarge' })
    expect(filesBelow(root)).toEqual([])
  })

  test.each(['ENOSPC', 'EDQUOT'])(
    '[F21] on a full disk (%s) are refused with a solution, and nothing of them remains',
    async (code) => {
      const root = folder()
      const full = Readable.from(
        (async function* () {
          yield Buffer.from('begun')
          throw Object.assign(new Error('no space left on device'), { code })
        })(),
      )
      await expect(createFileBlobs(root).put(full, 100)).rejects.toMatchObject({
        code: 'storage.full',
        status: 507,
      })
      expect(filesBelow(root)).toEqual([])
    },
  )

  test.each(['EROFS', 'EACCES', 'EPERM'])(
    'in a folder that can only be read (%s) are refused, with what to do',
    async (code) => {
      const refused = Readable.from(
        (async function* () {
          yield Buffer.from('begun')
          throw Object.assign(new Error('refused'), { code })
        })(),
      )
      await expect(createFileBlobs(folder()).put(refused, 100)).rejects.toMatchObject({
        code: 'storage.unwritable',
        status: 507,
      })
    },
  )

  test('[A59] are never read by an external name', async () => {
    const blobs = createFileBlobs(folder())
    for (const key of ['../../etc/passwd', '', 'a'.repeat(63), '%2e%2e'])
      expect(() => blobs.read(key)).toThrow()
  })
})
