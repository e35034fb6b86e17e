import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chown, copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { ConfigError } from '../../../../config/config.ts'
import { clusterFolder, holdsCluster } from '../dataFolder.ts'
import { syncPath, syncTree } from '../syncTree.ts'
import { type Account, isRoot, listedAccount } from './account.ts'
import type { Program } from './program.ts'

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
    requireMajor(dataDir, program)
    await takeOwnership(dataDir, program.account)
    return
  }
  // A startup that was killed meanwhile leaves this folder.
  const part = `${cluster}.part`
  await rm(part, { recursive: true, force: true })
  const template = templateFolder(program)
  if (existsSync(template)) await copyTree(template, part)
  else await createCluster(program, part)
  await giveTo(part, program.account)
  await syncTree(part)
  await rename(part, cluster)
  await syncPath(dataDir)
}

function requireMajor(dataDir: string, { version, major }: Program): void {
  const found = Number(readFileSync(path.join(clusterFolder(dataDir), 'PG_VERSION'), 'utf8'))
  if (found === major) return
  throw new ConfigError([
    found > major
      ? `DATA_DIR: ${dataDir} was written by PostgreSQL ${found}, but this release contains ${version}. Nothing was changed. Start the release that wrote it, or a later one.`
      : `DATA_DIR: ${dataDir} was written by PostgreSQL ${found}, which PostgreSQL ${version} can't open. Nothing was changed. Back it up with the previous release, and restore the backup with this one.`,
  ])
}

/** A restored or copied cluster may belong to root. Another account's cluster is refused. */
async function takeOwnership(dataDir: string, account: Account | null): Promise<void> {
  const cluster = clusterFolder(dataDir)
  const { uid } = statSync(cluster)
  if (account) {
    if (uid !== account.uid) await giveTo(cluster, account)
    return
  }
  const own = process.getuid?.()
  if (own !== undefined && uid !== own)
    throw new ConfigError([
      `DATA_DIR: ${cluster} belongs to the account with the ID ${uid}, but the server runs as ${own}. Start it as that account, or as root.`,
    ])
}

/**
 * Creates a cluster with checksums, UTF-8, and the built-in locale, whose sort order never changes with the
 * system's libraries. `to` must not exist.
 */
export async function createCluster(program: Program, to: string): Promise<void> {
  const account = isRoot() ? listedAccount() : null
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-initdb-'))
  try {
    await giveTo(folder, account)
    await promisify(execFile)(
      path.join(program.folder, 'bin/initdb'),
      [
        ...['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--data-checksums'],
        ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        ...['--no-instructions', '--no-sync'],
      ],
      { ...account, cwd: '/', env: {} },
    )
    await copyTree(folder, to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies a folder of files and folders, many at once, because there are about a thousand. */
async function copyTree(from: string, to: string): Promise<void> {
  const limit = pLimit(16)
  const copies: Promise<void>[] = []
  const copy = async (source: string, target: string) => {
    await mkdir(target, { mode: 0o700 })
    for (const entry of await readdir(source, { withFileTypes: true })) {
      const [one, other] = [path.join(source, entry.name), path.join(target, entry.name)]
      if (entry.isDirectory()) await copy(one, other)
      else if (entry.isFile()) copies.push(limit(() => copyFile(one, other)))
    }
  }
  await copy(from, to)
  await Promise.all(copies)
}

/** Gives a folder and everything in it to an account, if there is one. */
async function giveTo(folder: string, account: Account | null): Promise<void> {
  if (!account) return
  await chown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    await chown(path.join(entry.parentPath, entry.name), account.uid, account.gid)
}
