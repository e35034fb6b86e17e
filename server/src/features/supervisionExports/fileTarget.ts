import { constants } from 'node:fs'
import { type FileHandle, open, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { SupervisionStream } from '@parlance/contract/supervisionExports'
import type { Line } from './entries.ts'

/** A file is followed by another one on the next day (UTC), or when it has this size. */
const FILE_BYTES = 100_000_000
/** So much of the disk stays free, for everything else that is on it. */
const SPARED_BYTES = 100_000_000
/** Log shippers often run with another account, as members of the folder's group. */
const MODE = 0o640
const MOST_FILES_A_DAY = 10_000

const slugs: Record<SupervisionStream, string> = { AuditLog: 'audit-log', Conversations: 'conversations' }

export class NoSpace extends Error {}

interface Where {
  folder: string
  fileName: string
  stream: SupervisionStream
  edition: number
  /** The UTC day. */
  day: string
}

export interface WrittenFile {
  file: string | null
  fileBytes: number
}

/** How many bytes are free on the disk of a folder; null if it can't be read. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/**
 * Appends lines to the current file of a stream, and returns once they are on disk. `before` says how far the file was
 * written when the position was last stored. After a kill, the file can have more than that: lines that are already
 * there aren't written a second time, and one that was cut off is completed.
 */
export async function appendLines(
  where: Where,
  before: WrittenFile,
  lines: readonly Line[],
): Promise<WrittenFile> {
  const bytes = Buffer.from(lines.map(({ text }) => text).join(''))
  const ends = endsOf(lines)
  const free = await freeBytesOf(where.folder)
  if (free !== null && free - bytes.length < SPARED_BYTES) throw new NoSpace()
  let done = 0
  if (before.file !== null) {
    const current = await openFile(where.folder, before.file)
    if (current) {
      const mayGrow = before.file.startsWith(dayPrefix(where)) && before.fileBytes < FILE_BYTES
      const added = await addTo(current, before.fileBytes, { bytes, ends, mayGrow, isNew: false })
      if (added === bytes.length) return { file: before.file, fileBytes: before.fileBytes + added }
      done = added
    }
  }
  const rest = {
    bytes: bytes.subarray(done),
    ends: ends.filter((end) => end > done).map((end) => end - done),
  }
  for (let number = 1; number <= MOST_FILES_A_DAY; number += 1) {
    const file = `${dayPrefix(where)}${String(number).padStart(3, '0')}.ndjson`
    if (file === before.file) continue
    const next = await openFile(where.folder, file, { create: true })
    // A kill can have left a file that no position names. Any other one is complete, and stays as it is.
    const added = next ? await addTo(next, 0, { ...rest, mayGrow: true, isNew: true }) : 0
    if (added === rest.bytes.length) return { file, fileBytes: added }
  }
  throw new Error(`There are too many files in one day: ${dayPrefix(where)}`)
}

/** Files of an edition that isn't the first name it, so that entries that are exported again aren't taken for old ones. */
const dayPrefix = ({ fileName, stream, edition, day }: Where): string =>
  `${fileName}-${slugs[stream]}-${day}-${edition > 1 ? `again${edition - 1}-` : ''}`

function endsOf(lines: readonly Line[]): number[] {
  let end = 0
  return lines.map(({ bytes }) => (end += bytes))
}

interface Added {
  bytes: Buffer
  /** Where its lines end. */
  ends: readonly number[]
  /** Whether lines can be appended. Otherwise only those that are already there count. */
  mayGrow: boolean
  /** Whether no position names the file yet. Then it is used for these lines, or not at all. */
  isNew: boolean
}

/** Appends lines to a file from a length on, and closes it. Returns how many of the bytes, in lines, the file has then. */
async function addTo(
  file: FileHandle,
  from: number,
  { bytes, ends, mayGrow, isNew }: Added,
): Promise<number> {
  try {
    const { size } = await file.stat()
    // Someone else has shortened it.
    if (size < from) return 0
    const same = await commonLength(file, from, bytes)
    const whole = ends.findLast((end) => end <= same) ?? 0
    const hasOtherLines = same < bytes.length && (await hasLineBreak(file, from + whole, size))
    if (hasOtherLines) return isNew ? 0 : whole
    // What follows is a line that was cut off.
    if (same < bytes.length && size > from + whole) await file.truncate(from + whole)
    if (mayGrow && whole < bytes.length) await file.appendFile(bytes.subarray(whole))
    await file.datasync()
    return mayGrow ? bytes.length : whole
  } finally {
    await file.close()
  }
}

/** How many bytes from a position on are the same as the expected ones. */
async function commonLength(file: FileHandle, from: number, expected: Buffer): Promise<number> {
  const there = Buffer.alloc(expected.length)
  const { bytesRead } = await file.read(there, 0, expected.length, from)
  let same = 0
  while (same < bytesRead && there[same] === expected[same]) same += 1
  return same
}

const BLOCK = 64 * 1024
const LINE_BREAK = 0x0a

/** Whether a part of a file has a line break. A part that is longer than any line counts as if it had one. */
async function hasLineBreak(file: FileHandle, from: number, to: number): Promise<boolean> {
  if (to - from > FILE_BYTES) return true
  const block = Buffer.alloc(BLOCK)
  for (let at = from; at < to; ) {
    const { bytesRead } = await file.read(block, 0, Math.min(BLOCK, to - at), at)
    if (bytesRead === 0) return false
    if (block.subarray(0, bytesRead).includes(LINE_BREAK)) return true
    at += bytesRead
  }
  return false
}

/** Opens a file of the folder, never one that a link leads to. Null if it isn't there or is no file. */
async function openFile(folder: string, name: string, { create = false } = {}): Promise<FileHandle | null> {
  const place = path.join(folder, name)
  const flags = constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0)
  try {
    return await open(place, flags)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ELOOP' || code === 'EISDIR') return null
    if (code !== 'ENOENT') throw cause
  }
  if (!create) return null
  const file = await open(place, flags | constants.O_CREAT, MODE)
  await syncFolder(folder)
  return file
}

/** Makes the name of a new file durable. Windows can't open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
