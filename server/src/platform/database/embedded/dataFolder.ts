import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { RESTORED } from './takeRestored.ts'

/** The folder with all files of the embedded PostgreSQL. */
export const clusterFolder = (dataDir: string): string => path.join(dataDir, 'postgres')

/** The folder with all files of PGlite. */
export const pgliteFolder = (dataDir: string): string => path.join(dataDir, 'database')

/** Exists while a new PGlite database is being created. */
export const pgliteBegun = (dataDir: string): string => path.join(dataDir, 'database-begun')

const isComplete = (folder: string) => existsSync(path.join(folder, 'PG_VERSION'))

/**
 * Whether the data folder contains a database of the embedded PostgreSQL. The folder appears when it is complete.
 * This account isn't always able to read its contents.
 */
export const holdsCluster = (dataDir: string): boolean => existsSync(clusterFolder(dataDir))

/** The major version of PostgreSQL that wrote the data folder; null without a database that this account can read. */
export function clusterMajor(dataDir: string): number | null {
  try {
    return Number(readFileSync(path.join(clusterFolder(dataDir), 'PG_VERSION'), 'utf8'))
  } catch {
    return null
  }
}

/** Whether the data folder contains a complete PGlite database. */
export const holdsPglite = (dataDir: string): boolean =>
  isComplete(pgliteFolder(dataDir)) && !existsSync(pgliteBegun(dataDir))

/** Whether the data folder or a restore that isn't complete yet has a PGlite database, complete or not. */
export const mayHoldPglite = (dataDir: string): boolean =>
  [dataDir, path.join(dataDir, RESTORED)].some((folder) => existsSync(pgliteFolder(folder)))

/** Whether the data folder contains a database of either kind. */
export const holdsDatabase = (dataDir: string): boolean => holdsCluster(dataDir) || holdsPglite(dataDir)

/** Whether a startup would create a new database. */
export const isNewFolder = (dataDir: string): boolean =>
  !holdsDatabase(dataDir) && !existsSync(path.join(dataDir, RESTORED))
