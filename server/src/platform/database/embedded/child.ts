/**
 * The embedded database's own process: PGlite, served on a Unix socket, so that the server talks to it through the
 * same pool as to a PostgreSQL server. Arguments: data folder, socket path, dump to start a new database from.
 * Prints one line of JSON when it is ready or has failed. It ends when its parent's pipe closes.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { FolderInUse, lockDataDir } from './lock.ts'
import { takeRestored } from './takeRestored.ts'
import { serveDatabase } from './wireServer.ts'

/** PGlite has no process that does it: the log of what was written would grow, and with it the start after a kill. */
const CHECKPOINT_MS = 5 * 60_000

function report(message: { ready: true } | { failed: string }): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

/** What PGlite's file system throws is no Error, and has a number of its own for each of the system's. */
const systemCodes: Record<number, string> = { 51: 'ENOSPC', 19: 'EDQUOT', 69: 'EROFS', 2: 'EACCES' }

function told(error: unknown): string {
  if (error instanceof FolderInUse) return error.message
  if (error instanceof Error) return error.stack ?? error.message
  const { errno } = error as { errno?: unknown }
  if (typeof errno !== 'number') return String(error)
  return `The embedded database can't write its files (${systemCodes[errno] ?? `error ${errno}`}).`
}

// A parent that has gone reads no more, as one whose port was taken; that stdin has ended then says what to do.
process.stdout.on('error', () => undefined)

async function main(dataDir: string, socketPath: string, dump: string): Promise<void> {
  // Under the lock a socket that is left over belongs to nobody.
  const lock = await lockDataDir(dataDir)
  rmSync(socketPath, { force: true })
  // A restore that was killed at its last step is finished before anything is opened.
  takeRestored(dataDir, new Date())
  const folder = path.join(dataDir, 'database')
  const begun = path.join(dataDir, 'database-begun')
  // A first start that was killed half way leaves a folder that cannot be opened: it holds nothing yet.
  if (existsSync(begun)) rmSync(folder, { recursive: true, force: true })
  const isNew = !existsSync(path.join(folder, 'PG_VERSION'))
  if (isNew) {
    mkdirSync(begun, { recursive: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }
  const database = await PGlite.create({
    dataDir: folder,
    extensions: { vector },
    ...(isNew && existsSync(dump) ? { loadDataDir: new Blob([readFileSync(dump)]) } : {}),
  })
  if (isNew) rmSync(begun, { recursive: true, force: true })
  const server = await serveDatabase(database, socketPath)
  setInterval(server.checkpoint, CHECKPOINT_MS).unref()
  report({ ready: true })

  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    await server.stop().catch(() => undefined)
    await database.close().catch(() => undefined)
    rmSync(socketPath, { force: true })
    lock.release()
    process.exit(0)
  }
  process.stdin.on('end', end).on('close', end).resume()
  // Interrupt keys reach the whole process group: the parent drains first and then closes the pipe.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
}

const [dataDir, socketPath, dump] = process.argv.slice(2)
if (!dataDir || !socketPath) throw new Error('usage: child.ts DATA_DIR SOCKET [DUMP]')
main(dataDir, socketPath, dump ?? '').catch((error: unknown) => {
  report({ failed: told(error) })
  process.exit(1)
})
