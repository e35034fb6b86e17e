import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './platformNode.mjs'

const lockFile = path.join(root, 'package-lock.json')
const stamp = path.join(root, 'node_modules', '.parlance-installed')
/** Where npm notes what it has installed. */
const notedByNpm = path.join(root, 'node_modules', '.package-lock.json')

/** Whether npm skips the package on this computer. Which C library it has can't be told cheaply. */
const isSkipped = ({ optional, os = [], cpu = [], libc }) =>
  optional && (!os.includes(process.platform) || !cpu.includes(process.arch) || libc !== undefined)

/** Whether someone else, as with `npm ci`, has installed what the lock file names. */
function isInstalledByNpm({ withTests }) {
  if (!existsSync(notedByNpm)) return false
  const { packages: wanted } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const { packages: found } = JSON.parse(readFileSync(notedByNpm, 'utf8'))
  return Object.entries(wanted).every(([name, one]) => {
    if (name === '' || (!withTests && (one.dev || one.devOptional))) return true
    const { version, integrity } = found[name] ?? {}
    return found[name] ? version === one.version && integrity === one.integrity : isSkipped(one)
  })
}

/**
 * Installs what the lock file names, if that hasn't happened yet. `withTests` adds packages that only tests
 * need. No install scripts are needed or run.
 */
export function install({ withTests }) {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (installed === `${lock} all` || (!withTests && installed === `${lock} run`)) return
  if (isInstalledByNpm({ withTests })) return
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
