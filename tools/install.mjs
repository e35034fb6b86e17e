import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './platformNode.mjs'

const stamp = path.join(root, 'node_modules', '.parlance-installed')

/**
 * Installs what the lock file names, if that hasn't happened yet. `withTests` adds packages that only tests
 * need. No install scripts are needed or run.
 */
export function install({ withTests }) {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (installed === `${lock} all` || (!withTests && installed === `${lock} run`)) return
  process.stdout.write('Installing packages…\n')
  const args = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(withTests ? [] : ['--omit=dev']),
  ]
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const done = spawnSync(npm, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (done.error) throw done.error
  if (done.status !== 0) throw new Error("Couldn't install the packages. See npm's output above.")
  writeFileSync(stamp, `${lock} ${withTests ? 'all' : 'run'}`)
}
