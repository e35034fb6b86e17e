import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** The control file says how current the data files are, and where the log that completes them begins. */
const CONTROL = 'global/pg_control'
const LOG = 'pg_wal'
/** Belongs to the process that has the folder open, not to the data. */
const ofTheProcess = new Set(['postmaster.pid', 'postmaster.opts'])
/** Files are read in pieces so that none is held open for long while its process writes it. */
const PIECE_BYTES = 256 * 1024
const TRIES = 5
const PAUSE_MS = 500

/**
 * Copies the embedded database's folder, open or not, without involving its process. As in a PostgreSQL base
 * backup, the copy opens as after a kill. The control file is copied first and the write-ahead log last, which
 * repairs pages that changed in between. If a checkpoint came during the copy, earlier log may be gone, so the
 * folder is copied again.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await readFile(path.join(from, CONTROL))
    await rm(to, { recursive: true, force: true })
    await mkdir(path.join(to, 'global'), { recursive: true, mode: 0o700 })
    await copyFolder(from, to, '', (name) => name === LOG)
    await copyFolder(from, to, LOG, () => false)
    // Writes the first control file: a newer one would name a checkpoint that pages copied earlier don't
    // include.
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
  // The log's files are read from oldest to newest, so that a file is complete before the one that continues
  // it.
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = path.posix.join(folder, entry.name)
    if (leaveOut(name) || ofTheProcess.has(name) || name === CONTROL) continue
    if (entry.isDirectory()) await copyFolder(from, to, name, leaveOut)
    else if (entry.isFile()) await copyFile(path.join(from, name), path.join(to, name))
  }
}

/** A missing file was deleted by a change that the log repeats. */
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
