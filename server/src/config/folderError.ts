import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** A full disk is reported where something has to be stored. Until then, everything can be read. */
const FULL = ['ENOSPC', 'EDQUOT']

/** Returns why the data folder can't be used; null if it can be used or created. */
export function folderError(dataDir: string): string | null {
  let there = dataDir
  while (!existsSync(there) && path.dirname(there) !== there) there = path.dirname(there)
  if (!statSync(there).isDirectory()) return `DATA_DIR: ${there} is a file. Set a folder.`
  const blobs = path.join(dataDir, 'blobs')
  return writeError(there) ?? (existsSync(blobs) ? writeError(blobs) : null)
}

/**
 * Permissions alone don't tell: root has them everywhere, also on a read-only disk and in `/proc`, where creating
 * `DATA_DIR` would never end.
 */
function writeError(folder: string): string | null {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    rmdirSync(mkdtempSync(path.join(folder, '.writable-')))
    return null
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (FULL.includes(code)) return null
    return code === 'EACCES' || code === 'EPERM'
      ? `DATA_DIR: can't write to ${folder}. Grant access to the account that runs the server.`
      : `DATA_DIR: can't write to ${folder} (${code}). Set a folder on a disk that can be written to.`
  }
}
