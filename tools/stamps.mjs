import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { platformNode, root } from './platformNode.mjs'

/** Files that a checkout makes for itself and can delete at any time. */
export const cache = path.join(root, '.cache')

/**
 * Calls `make` unless the outputs exist and were made from the same sources. Returns the hash of the sources, and
 * whether it called `make`.
 */
export function makeIfStale({ name, sources, outputs }, make) {
  const stamp = path.join(cache, name)
  const hash = fingerprint(sources)
  const isMade =
    outputs.every((output) => existsSync(path.join(root, output))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash
  if (!isMade) {
    make()
    mkdirSync(cache, { recursive: true })
    writeFileSync(stamp, hash)
  }
  return { hash, isNew: !isMade }
}

/** Runs a tool on the project's own Node. */
export function runTool(args, stdout = 'inherit') {
  const done = spawnSync(platformNode(), args, { cwd: root, stdio: ['ignore', stdout, 'inherit'] })
  if (done.error) throw done.error
  if (done.status !== 0) throw new Error(`${args.at(-1)} failed. See the output above.`)
}

/** A hash of all files below these paths, without tests and what a build writes. */
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
