import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log/log.ts'
import { type Storage, watchStorage } from './storage.ts'

const disk = vi.hoisted(() => ({ isFull: false }))
vi.mock('../database/embedded/space.ts', () => ({ isDiskFull: () => disk.isFull }))

let dataDir: string
let lines: string[]
let storage: Storage

beforeEach(() => {
  disk.isFull = false
  dataDir = mkdtempSync(path.join(tmpdir(), 'parlance-storage-'))
  lines = []
  storage = watchStorage(dataDir, createLog('ERROR', { write: (line) => void lines.push(line) }))
})
afterEach(() => storage.stop())

/** Checks now instead of within ten seconds. */
async function look() {
  storage.stop()
  await storage.start()
  return storage.problem()
}
const logged = () =>
  lines.map((line) => {
    const { event, problem } = JSON.parse(line) as Record<string, string>
    return problem ? `${event} ${problem}` : event
  })

test('a folder that can be written to is left as it was, with and without files', async () => {
  expect(await look()).toBeNull()
  mkdirSync(path.join(dataDir, 'blobs'))
  expect(await look()).toBeNull()
  expect(readdirSync(dataDir, { recursive: true })).toEqual(['blobs'])
  expect(lines).toEqual([])
})

test('a folder of uploaded files that can only be read is logged once, and when it can be written to again', async () => {
  const blobs = path.join(dataDir, 'blobs')
  // No one can create anything there, not even root.
  symlinkSync('/sys', blobs)
  expect([await look(), await look()]).toEqual(['unwritable', 'unwritable'])
  unlinkSync(blobs)
  mkdirSync(blobs)
  expect(await look()).toBeNull()
  expect(logged()).toEqual(['storage.failed unwritable', 'storage.recovered'])
  expect(lines[0]).toMatch(/EPERM|EACCES|EROFS/)
})

test('a full disk is logged once, and when there is space again', async () => {
  disk.isFull = true
  expect(await look()).toBe('full')
  disk.isFull = false
  expect(await look()).toBeNull()
  expect(logged()).toEqual(['storage.failed full', 'storage.recovered'])
})

test('a folder that is gone is a problem', async () => {
  rmdirSync(dataDir)
  expect(await look()).toBe('unwritable')
})
