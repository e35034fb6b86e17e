import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** An account of the operating system that a process can run as. */
export interface Account {
  uid: number
  gid: number
}

/**
 * The account for a new database if the server runs as root and the data folder belongs to root. No other
 * program uses this number, so no other program's account can read the data.
 */
const OWN_ACCOUNT: Account = { uid: 54_329, gid: 54_329 }

/** PostgreSQL refuses to run as root. */
export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * Returns the account that PostgreSQL runs as: the owner of the first of these folders that exists and doesn't
 * belong to root. Null: the server's own account.
 */
export function accountFor(...folders: string[]): Account | null {
  if (!isRoot()) return null
  for (const folder of folders) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  }
  return OWN_ACCOUNT
}

/**
 * Whether this process can give files in a folder to another account, which root can't without the capability
 * CAP_CHOWN, or on a network drive that treats root like anyone else. Creates the folder if it's missing.
 */
export function canGiveFiles(folder: string, { uid, gid }: Account): boolean {
  let probe: string | null = null
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    probe = mkdtempSync(path.join(folder, 'probe-'))
    chownSync(probe, uid, gid)
    return true
  } catch (cause) {
    // Anything else, such as a full disk, prevents the database from starting and is reported then.
    return !['EPERM', 'EINVAL'].includes((cause as NodeJS.ErrnoException).code ?? '')
  } finally {
    if (probe) rmdirSync(probe)
  }
}

/** Returns an account that isn't root and has an entry in the list of accounts, which `initdb` requires. */
export function listedAccount(): Account | null {
  // The smallest container images have no list.
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  const accounts = lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
  const chosen = accounts.find(({ name }) => name === 'nobody') ?? accounts[0]
  return chosen ? { uid: chosen.uid, gid: chosen.gid } : null
}
