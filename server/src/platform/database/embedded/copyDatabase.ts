import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Where the database says how far its files are, and where the log begins that makes them whole. */
const CONTROL = 'global/pg_control'
const LOG = 'pg_wal'
/** Of the process that has the folder open, not of the data. */
const ofTheProcess = new Set(['postmaster.pid', 'postmaster.opts'])
/** Read in pieces, so that nothing holds a file for long against the process that writes it. */
const PIECE_BYTES = 256 * 1024
const TRIES = 5
const PAUSE_MS = 500

/**
 * Copies the embedded database's folder, whether it is open or not, without asking or stopping its process. The copy
 * opens as after a kill: the control file is copied first, the write-ahead log last, and pages that changed in between
 * are made whole from the log, as in a base backup of PostgreSQL. What that needs is checked: no checkpoint came while
 * it was copied (the log before it could be gone), else it is copied again.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await readFile(path.join(from, CONTROL))
    await rm(to, { recursive: true, force: true })
    await mkdir(path.join(to, 'global'), { recursive: true, mode: 0o700 })
    await copyFolder(from, to, '', (name) => name === LOG)
    await copyFolder(from, to, LOG, () => false)
    // As it was at first: a newer one would name a checkpoint that pages copied before do not know.
    await pipeline([before], createWriteStream(path.join(to, CONTROL), { mode: 0o600 }))
    if ((await readFile(path.join(from, CONTROL))).equals(before)) return
    if (attempt >= TRIES) {
      await rm(to, { recursive: true, force: true })
      throw new Error(
        "The embedded database wrote a checkpoint during each copy attempt. Try again when there's less activity, or stop the server first.",
      )
    }
    await wait(PAUSE_MS)
  }
}

async function copyFolder(
  from: string,
  to: string,
  folder: string,
  leaveOut: (name: string) => boolean,
): Promise<void> {
  await mkdir(path.join(to, folder), { recursive: true, mode: 0o700 })
  const entries = await readdir(path.join(from, folder), { withFileTypes: true })
  // The log's files are read from the oldest on: what a later one continues has then been read whole.
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = path.posix.join(folder, entry.name)
    if (leaveOut(name) || ofTheProcess.has(name) || name === CONTROL) continue
    if (entry.isDirectory()) await copyFolder(from, to, name, leaveOut)
    else if (entry.isFile()) await copyFile(path.join(from, name), path.join(to, name))
  }
}

/** A file that is gone by now was removed by a change that the log repeats. */
async function copyFile(from: string, to: string): Promise<void> {
  try {
    await pipeline(
      createReadStream(from, { highWaterMark: PIECE_BYTES }),
      createWriteStream(to, { mode: 0o600, highWaterMark: PIECE_BYTES }),
    )
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT' || (cause as { path?: string }).path !== from)
      throw cause
    await rm(to, { force: true })
  }
}
