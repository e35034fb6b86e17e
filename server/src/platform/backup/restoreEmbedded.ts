import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { noteHead } from '../audit/outsideHead.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { withBlobs } from '../blobs/openBlobs.ts'
import { becomeSharedFolder } from '../blobs/sharedFolder.ts'
import { holdsDatabase } from '../database/embedded/dataFolder.ts'
import { lockDataDir } from '../database/embedded/lock.ts'
import { chooseProgram, openChosen } from '../database/embedded/openEmbedded.ts'
import { syncPath, syncTree } from '../database/embedded/syncTree.ts'
import { RESTORED, takeRestored } from '../database/embedded/takeRestored.ts'
import { BackupError, explained } from './format.ts'
import { type Loaded, load } from './load.ts'
import { withEmbedded, within } from './snapshot.ts'
import { openStage } from './stage.ts'
import { requireNamed, type Target } from './target.ts'

const LOCK_WAIT_MS = 1000

/**
 * Builds the restored instance in a folder next to the existing one, flushes it to disk, and moves it into
 * place by renames. The first rename decides: before it nothing has changed, and after it the next startup
 * would complete the rest.
 */
export async function restoreEmbedded(target: Target): Promise<Loaded & { replaced: string | null }> {
  const { dataDir } = target.installation
  const lock = await lockDataDir(dataDir, LOCK_WAIT_MS).catch((cause: unknown) => {
    throw new BackupError(`Parlance is running on ${dataDir}. Stop it first. Nothing was changed.`, { cause })
  })
  try {
    if (takeRestored(dataDir, target.now))
      throw new BackupError(
        'An interrupted restore was just completed. Check the result before restoring again.',
      )
    const found = await contentsOf(dataDir)
    if (found) requireNamed(target, found, `It would be kept in ${dataDir}, in a folder named replaced-….`)
    const stage = await openStage(dataDir, 'restore')
    try {
      const loaded = await build(stage, target)
      await rename(stage, path.join(dataDir, RESTORED))
      await syncPath(dataDir)
      return { ...loaded, replaced: takeRestored(dataDir, target.now) }
    } catch (cause) {
      throw explained(cause, `the restored instance in ${dataDir}`)
    } finally {
      await rm(stage, { recursive: true, force: true })
    }
  } finally {
    lock.release()
  }
}

async function build(stage: string, target: Target): Promise<Loaded> {
  const { file, archive, secrets, migrations, secretKey, installation, log } = target
  await mkdir(path.join(stage, 'blobs'), { mode: 0o700 })
  const { dataDir, embeddedDatabase, blobContainer } = installation
  // Uses the account of the data folder, because the new folder in it can have another owner.
  const program = await chooseProgram(dataDir, embeddedDatabase)
  const fill = (blobs: Blobs) =>
    withEmbedded(openChosen(program, { dataDir: stage, log }), log, async (database) => {
      const loaded = await database.db.transaction().execute((tx) =>
        load(within(database, tx), {
          file,
          archive,
          secrets,
          migrations,
          secretKey,
          putBlob: (key, bytes) => blobs.putAs(key, bytes),
        }),
      )
      // The folder becomes the database's at its first start.
      if (blobContainer) await becomeSharedFolder(database.db, blobs)
      return loaded
    })
  const loaded = await withBlobs({ dataDir: stage, blobContainer }, log, fill)
  if (secrets && !installation.keyIsSet)
    await writeFile(path.join(stage, 'secret-key'), secrets.secretKey, { mode: 0o600 })
  await noteHead(stage, secretKey, archive.manifest.auditHead)
  for (const name of ['lock', 'postgres.log']) await rm(path.join(stage, name), { force: true })
  await syncTree(stage)
  return loaded
}

/** Describes what a data folder contains; null if there is nothing that a restore would replace. */
async function contentsOf(dataDir: string): Promise<string | null> {
  const isThere = (name: string) => existsSync(path.join(dataDir, name))
  const folders = isThere('blobs') ? (await readdir(path.join(dataDir, 'blobs'))).length : 0
  if (holdsDatabase(dataDir)) return 'an embedded database and its files'
  return folders > 0 ? 'uploaded files' : null
}
