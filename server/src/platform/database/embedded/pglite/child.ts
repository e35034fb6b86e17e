/**
 * The embedded database's process: PGlite, served on a Unix socket, so that the server uses the same pool as
 * for PostgreSQL. Arguments: data folder and socket path. Prints one line of JSON when it is ready or has failed.
 * Ends when its parent's pipe closes.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pgliteBegun, pgliteFolder } from '../dataFolder.ts'
import { LockError, lockDataDir } from '../lock.ts'
import { createSocketFolder } from '../socketFolder.ts'
import { takeRestored } from '../takeRestored.ts'
import { serveDatabase } from './wireServer.ts'

/**
 * PGlite has no checkpointer process: the write-ahead log would grow, and with it the startup time after a
 * kill.
 */
const CHECKPOINT_MS = 5 * 60_000

function report(message: { ready: true } | { failed: string }): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

/** PGlite's file system throws objects that aren't Errors and have their own error numbers. */
const systemCodes: Record<number, string> = { 51: 'ENOSPC', 19: 'EDQUOT', 69: 'EROFS', 2: 'EACCES' }

function told(error: unknown): string {
  if (error instanceof LockError) return error.message
  if (error instanceof Error) return error.stack ?? error.message
  const { errno } = error as { errno?: unknown }
  if (typeof errno !== 'number') return String(error)
  return `The embedded database can't write its files (${systemCodes[errno] ?? `error ${errno}`}).`
}

// A parent that has exited no longer reads, for example because its port was in use. The end of stdin then ends
// this process.
process.stdout.on('error', () => undefined)

async function main(dataDir: string, socketPath: string): Promise<void> {
  // With the lock taken, a leftover socket belongs to no one.
  const lock = await lockDataDir(dataDir)
  const socketFolder = path.dirname(socketPath)
  createSocketFolder(socketFolder)
  rmSync(socketPath, { force: true })
  // Completes a restore that was killed at its last step, before anything is opened.
  takeRestored(dataDir, new Date())
  const folder = pgliteFolder(dataDir)
  const begun = pgliteBegun(dataDir)
  // A first startup killed halfway leaves a folder that can't be opened. It contains no data yet.
  if (existsSync(begun)) rmSync(folder, { recursive: true, force: true })
  const isNew = !existsSync(path.join(folder, 'PG_VERSION'))
  if (isNew) {
    mkdirSync(begun, { recursive: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }
  const database = await PGlite.create({ dataDir: folder })
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
    rmSync(socketFolder, { recursive: true, force: true })
    lock.release()
    process.exit(0)
  }
  process.stdin.on('end', end).on('close', end).resume()
  // Interrupt keys reach the whole process group. The parent drains first, then closes the pipe.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
}

const [dataDir, socketPath] = process.argv.slice(2)
if (!dataDir || !socketPath) throw new Error('usage: child.ts DATA_DIR SOCKET')
main(dataDir, socketPath).catch((error: unknown) => {
  report({ failed: told(error) })
  process.exit(1)
})
