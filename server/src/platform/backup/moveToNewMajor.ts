import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '../../config/config.ts'
import { clusterFolder, clusterMajor } from '../database/embedded/dataFolder.ts'
import { lockDataDir } from '../database/embedded/lock.ts'
import { chooseProgram } from '../database/embedded/openEmbedded.ts'
import { howToMove } from '../database/embedded/postgres/cluster.ts'
import { openPostgres } from '../database/embedded/postgres/postgres.ts'
import { findPrevious, type Program } from '../database/embedded/postgres/program.ts'
import { syncPath, syncTree } from '../database/embedded/syncTree.ts'
import { RESTORED, takeRestored } from '../database/embedded/takeRestored.ts'
import { type MoveOptions, moveRows, readControl } from './moveToPostgres.ts'
import { withEmbedded } from './snapshot.ts'
import { openStage } from './stage.ts'

interface Options extends MoveOptions {
  /** Finds the server that wrote the data. */
  findWriter?: (dataDir: string) => Promise<Program | { reason: string }>
}

/**
 * Moves the data of an earlier major version of the embedded PostgreSQL to this one, if this release also contains
 * the earlier one. Otherwise nothing happens, and opening the database says what to do. The new database is complete
 * on disk before it is put in place, as after a restore. The old one is kept.
 */
export async function moveToNewMajor(options: Options): Promise<void> {
  const { dataDir, choice, say, findWriter = findPrevious } = options
  const program = await chooseProgram(dataDir, choice)
  const writer = await findWriter(dataDir)
  if (!('version' in program && 'version' in writer)) return
  if (writer.major !== clusterMajor(dataDir) || writer.major >= program.major) return
  say(`Moving the data from PostgreSQL ${writer.version} to ${program.version}. This happens once.`)
  const stage = await openStage(dataDir, 'move')
  try {
    const { tables, rows } = await fill(stage, { from: writer, to: program }, options)
    const moved = readControl(clusterFolder(dataDir))
    const lock = await lockDataDir(dataDir)
    try {
      // Another server may have changed the database or moved it in the moment without a lock.
      if (!moved || !readControl(clusterFolder(dataDir))?.equals(moved))
        throw new Error('another server has used it meanwhile')
      for (const name of ['lock', 'postgres.log']) await rm(path.join(stage, name), { force: true })
      await syncTree(stage)
      await rename(stage, path.join(dataDir, RESTORED))
      await syncPath(dataDir)
      const kept = takeRestored(dataDir, new Date())
      say(`Moved ${rows} rows in ${tables} tables. The previous database is kept in ${kept}.`)
    } finally {
      lock.release()
    }
  } catch (cause) {
    if (cause instanceof ConfigError || clusterMajor(dataDir) === program.major) throw cause
    throw new ConfigError([
      `DATA_DIR: the data in ${dataDir} couldn't be moved from PostgreSQL ${writer.version} to ${program.version} (${(cause as Error).message}). Nothing was changed. ${howToMove(dataDir)}`,
    ])
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

function fill(stage: string, { from, to }: { from: Program; to: Program }, { dataDir, log }: Options) {
  return withEmbedded(openPostgres({ dataDir, program: from, log }), log, (source) =>
    withEmbedded(openPostgres({ dataDir: stage, program: to, log }), log, (target) =>
      moveRows(source, target),
    ),
  )
}
