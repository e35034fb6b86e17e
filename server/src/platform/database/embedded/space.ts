import { statfsSync } from 'node:fs'

/** PostgreSQL creates its write-ahead log in files of this size, and ends if it can't create one. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024

/** Whether the disk of a folder has too little space left for a database to work. */
export function isDiskFull(folder: string): boolean {
  const { blocks, bavail, bsize } = statfsSync(folder)
  // Some file systems don't know their size.
  return blocks > 0 && bavail * bsize < LEAST_FREE_BYTES
}
