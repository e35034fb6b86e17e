import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { lchown, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../../../../config/config.ts'
import { clusterFolder, holdsCluster } from '../dataFolder.ts'
import { temporaryFolder } from '../socketFolder.ts'
import { syncPath, syncTree } from '../syncTree.ts'
import { type Account, isRoot, listedAccount } from './account.ts'
import type { Program } from './program.ts'
import { copyInto, withFolderOfRoot } from './trees.ts'

/**
 * An empty cluster that is created when the product is built. Copying it is faster than creating one, and works
 * for accounts that have no entry in the system's list.
 */
export const templateFolder = ({ packageVersion }: Pick<Program, 'packageVersion'>): string =>
  path.join(import.meta.dirname, '../../../../../../.cache', `postgres-${packageVersion}`)

/** Makes sure that the data folder contains a cluster that the program can open. */
export async function prepareCluster(dataDir: string, program: Program): Promise<void> {
  const cluster = clusterFolder(dataDir)
  if (holdsCluster(dataDir)) {
    await takeOwnership(cluster, program.account)
    requireMajor(dataDir, program)
    return
  }
  // A startup that was killed meanwhile leaves this folder.
  const part = `${cluster}.part`
  await rm(part, { recursive: true, force: true })
  try {
    await mkdir(part, { mode: 0o700 })
    const fill = (folder: string) => fillCluster(folder, program)
    if (program.account) await withFolderOfRoot(part, program.account, fill)
    else {
      await fill(part)
      await syncTree(part)
    }
    await rename(part, cluster)
    await syncPath(dataDir)
  } catch (cause) {
    await rm(part, { recursive: true, force: true })
    const { code, message } = cause as NodeJS.ErrnoException
    throw new ConfigError([
      code === 'ENOSPC' || code === 'EDQUOT'
        ? `DATA_DIR: no space left in ${dataDir}. A new database needs 40 MB.`
        : `DATA_DIR: a new database couldn't be created in ${dataDir} (${message}).`,
    ])
  }
}

async function fillCluster(folder: string, program: Program): Promise<void> {
  const template = templateFolder(program)
  if (existsSync(template)) await copyInto(template, folder)
  else await initialize(program, folder)
}

function requireMajor(dataDir: string, { version, major }: Program): void {
  const found = Number(readFileSync(path.join(clusterFolder(dataDir), 'PG_VERSION'), 'utf8'))
  if (found === major) return
  throw new ConfigError([
    found > major
      ? `DATA_DIR: ${dataDir} was written by PostgreSQL ${found}, but this release contains ${version}. Nothing was changed. Start the release that wrote it, or a later one.`
      : `DATA_DIR: ${dataDir} was written by PostgreSQL ${found}, which PostgreSQL ${version} can't open. Nothing was changed. ${howToMove(dataDir)}`,
  ])
}

/** How to move data to this release by hand. */
export const howToMove = (dataDir: string): string =>
  `With the release that wrote it, run: npm run backup FILE. Then with this one: npm run restore FILE -- --replace ${dataDir}`

/** A restored or copied cluster may belong to root. Another account's cluster is refused. */
async function takeOwnership(cluster: string, account: Account | null): Promise<void> {
  const { uid } = statSync(cluster)
  if (account) {
    if (uid !== account.uid) await withFolderOfRoot(cluster, account)
    return
  }
  const own = process.getuid?.()
  if (own !== undefined && uid !== own)
    throw new ConfigError([
      `DATA_DIR: ${cluster} belongs to the account with the ID ${uid}, but the server runs as ${own}. Start it as that account, or as root.`,
    ])
}

/** Whether `initdb` can create a cluster: it requires that the account is in the system's list. */
export function canInitialize(): boolean {
  if (isRoot()) return listedAccount() !== null
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/**
 * Fills an empty folder with a new cluster with checksums, UTF-8, and the built-in locale, whose sort order never
 * changes with the system's libraries.
 */
export async function initialize(program: Program, to: string): Promise<void> {
  const account = isRoot() ? listedAccount() : null
  const folder = await mkdtemp(path.join(temporaryFolder(account), 'parlance-initdb-'))
  try {
    if (account) await lchown(folder, account.uid, account.gid)
    await promisify(execFile)(
      path.join(program.folder, 'bin/initdb'),
      [
        ...['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--data-checksums'],
        ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        ...['--no-instructions', '--no-sync'],
      ],
      { ...account, cwd: '/', env: {} },
    )
    await copyInto(folder, to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
