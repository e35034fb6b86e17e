import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'

/** The port in the name of the socket, from which pg and PostgreSQL derive its path. */
export const SOCKET_PORT = 5432

/** A name for a data folder that is unique on this machine and safe in file names and command lines. */
export const nameOfFolder = (dataDir: string): string =>
  createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16)

/**
 * Returns the socket's folder, which is private and short enough for a socket path however long DATA_DIR is.
 * Refuses a folder that another user created under this name. With `account`, that account owns it.
 */
export function socketFolder(dataDir: string, account?: { uid: number; gid: number }): string {
  const own = userInfo().uid
  const uid = account?.uid ?? own
  const folder = path.join(tmpdir(), `parlance-${uid}-${nameOfFolder(dataDir)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || ![uid, own].includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} isn't a private folder of this user. Delete it and start again.`)
  }
  if (account && found.uid !== uid) chownSync(folder, account.uid, account.gid)
  return folder
}
