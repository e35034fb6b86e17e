import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'

/** Returns why the data folder can't be used; null if it can be used or created. */
export function folderError(dataDir: string): string | null {
  let there = dataDir
  while (!existsSync(there) && path.dirname(there) !== there) there = path.dirname(there)
  if (!statSync(there).isDirectory()) return `DATA_DIR: ${there} is a file. Set a folder.`
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch {
    return `DATA_DIR: can't write to ${there}. Grant access to the account that runs the server.`
  }
}
