import { lchownSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Account } from './postgres/account.ts'

/** The port in the name of the socket, from which pg and PostgreSQL derive its path. */
export const SOCKET_PORT = 5432

/**
 * A name for a data folder that is safe in file names and command lines. It is the same for every path to the
 * folder, and different for another folder at the same path, as in a container.
 */
export function nameOfFolder(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { dev, ino } = statSync(dataDir)
  return `${dev.toString(36)}-${ino.toString(36)}`
}

const ownUid = (): number => process.getuid?.() ?? 0

/** A folder for temporary files that this account can enter. TMPDIR may be a folder of the current account alone. */
export const temporaryFolder = (account: Account | null): string => (account ? '/tmp' : tmpdir())

/** The socket's folder, which is short enough for a socket path however long DATA_DIR is. */
export const socketFolderOf = (dataDir: string, account: Account | null = null): string =>
  path.join(temporaryFolder(account), `parlance-${account?.uid ?? ownUid()}-${nameOfFolder(dataDir)}`)

/**
 * Creates the socket's folder, which is private. Refuses a folder that another user created under this name.
 * With `account`, that account owns it.
 */
export function createSocketFolder(folder: string, account: Account | null = null): void {
  const uid = account?.uid ?? ownUid()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || ![uid, ownUid()].includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} isn't a private folder of this user. Delete it and start again.`)
  }
  if (account && found.uid !== uid) lchownSync(folder, account.uid, account.gid)
}
