import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError } from '../../../config/config.ts'
import type { Log } from '../../log/log.ts'
import { holdsCluster } from './dataFolder.ts'
import type { EmbeddedDatabase } from './embeddedDatabase.ts'
import { openPglite } from './pglite/pglite.ts'
import { canInitialize, templateFolder } from './postgres/cluster.ts'
import { openPostgres } from './postgres/postgres.ts'
import { findProgram, type Program } from './postgres/program.ts'
import { RESTORED } from './takeRestored.ts'

/** The setting EMBEDDED_DATABASE: `auto` uses PostgreSQL where it runs, and PGlite elsewhere. */
export type EmbeddedChoice = Config['embeddedDatabase']

export interface OpenOptions {
  dataDir: string
  choice: EmbeddedChoice
  log: Log
  /** How long another program may still use the folder. A while if undefined, because a server may be stopping. */
  lockWaitMs?: number | undefined
}

/** Opens the embedded database of a data folder, or a new one. Throws ConfigError if the choice can't be met. */
export async function openEmbeddedDatabase({
  dataDir,
  choice,
  log,
  lockWaitMs,
}: OpenOptions): Promise<EmbeddedDatabase> {
  const program = await chooseProgram(dataDir, choice)
  if (!('version' in program) && [dataDir, path.join(dataDir, RESTORED)].some(holdsCluster))
    throw new ConfigError([
      `DATA_DIR: ${dataDir} contains data of the embedded PostgreSQL, which PGlite can't open. ${program.reason}`,
    ])
  return openChosen(program, { dataDir, log, lockWaitMs })
}

/** Opens the database of a data folder with a program that was chosen before. */
export function openChosen(
  program: Program | { reason: string },
  { dataDir, log, lockWaitMs }: Omit<OpenOptions, 'choice'>,
): EmbeddedDatabase {
  if ('version' in program) return openPostgres({ dataDir, program, log, lockWaitMs })
  const pglite = openPglite({ dataDir, log })
  return { ...pglite, description: `${pglite.description} ${program.reason}` }
}

/** Returns the PostgreSQL server for a data folder, or why PGlite is used instead. */
export async function chooseProgram(
  dataDir: string,
  choice: EmbeddedChoice,
): Promise<Program | { reason: string }> {
  const found =
    choice === 'pglite' ? { reason: 'EMBEDDED_DATABASE is set to pglite.' } : await findUsable(dataDir)
  if (!('version' in found) && choice === 'postgres')
    throw new ConfigError([`EMBEDDED_DATABASE: ${found.reason}`])
  return found
}

async function findUsable(dataDir: string): Promise<Program | { reason: string }> {
  const program = await findProgram(dataDir)
  if (!('version' in program) || holdsCluster(dataDir)) return program
  if (existsSync(templateFolder(program)) || canInitialize()) return program
  return {
    reason:
      'PostgreSQL can create a database only for an account that the system lists. Add the account to /etc/passwd, or run npm start once as a listed one.',
  }
}
