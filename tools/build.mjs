import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { platformNode, root } from './platformNode.mjs'

const cache = path.join(root, '.cache')

/**
 * Builds the client if its sources have changed, and the database for the first startup if it doesn't exist.
 */
export function build() {
  mkdirSync(cache, { recursive: true })
  const stamp = path.join(cache, 'client-built-from')
  const sources = fingerprint(['web', 'contract', 'docs/release-notes.md', 'package-lock.json'])
  const isBuilt =
    existsSync(path.join(root, 'web/dist/index.html')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === sources
  if (!isBuilt) {
    process.stdout.write('Building the client…\n')
    run(['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'])
    run(['tools/compress.ts'])
    writeFileSync(stamp, sources)
  }
  sayBuild(sources, !isBuilt)
  if (!existsSync(firstDatabase())) run(['--disable-warning=ExperimentalWarning', 'tools/makeDatabase.ts'])
}

/**
 * Writes the build information for the About panel next to the pages. Updated with each build, and when the
 * same pages belong to another commit.
 */
function sayBuild(sources, isNew) {
  const file = path.join(root, 'web/dist/build.json')
  const said = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const commitHash = commit()
  if (!isNew && said.buildId && said.commitHash === commitHash) return
  const build = { buildId: sources.slice(0, 12), commitHash, timestamp: new Date().toISOString() }
  writeFileSync(file, `${JSON.stringify(build)}\n`)
}

/** Returns the checked-out commit; undefined without a repository or Git. */
function commit() {
  if (!existsSync(path.join(root, '.git'))) return undefined
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * The path that tools/makeDatabase.ts writes to. Computed here without starting a process, because every
 * startup needs it.
 */
function firstDatabase() {
  const manifest = path.join(root, 'node_modules/@electric-sql/pglite/package.json')
  return path.join(cache, `database-${JSON.parse(readFileSync(manifest, 'utf8')).version}.tar`)
}

function run(args) {
  const done = spawnSync(platformNode(), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (done.error) throw done.error
  if (done.status !== 0) throw new Error(`${args.at(-1)} failed. See the output above.`)
}

/** Returns a hash of the contents of all files in these paths, except build output. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const take = (file) => {
    hash.update(`${path.relative(root, file)}\n`)
    hash.update(readFileSync(file))
  }
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const name = path.join(folder, entry.name)
      if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.includes('.test.')) continue
      if (entry.isDirectory()) walk(name)
      else take(name)
    }
  }
  for (const one of paths) {
    const full = path.join(root, one)
    if (statSync(full).isFile()) take(full)
    else walk(full)
  }
  return hash.digest('hex')
}
