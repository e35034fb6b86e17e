/**
 * Installs optional packages: `npm run add -- avatar`. They have their own folder, so `npm start` and `npm ci` neither
 * need nor remove them. Versions and checksums are those of the project's lock file.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

interface Addition {
  packages: readonly string[]
  /** What to know before using it. */
  note: string
}

const additions: Record<string, Addition> = {
  avatar: {
    packages: ['@roamhq/wrtc', '@echogarden/espeak-ng-emscripten'],
    note: 'The voice, espeak-ng, has the license GPL-3.0. It runs in a process of its own. Restart the server to use the avatar.',
  },
}

interface Locked {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  dev?: boolean
  devOptional?: boolean
}

type Packages = Record<string, Locked>

/** Returns the part of a lock file that these packages and what they need make up. */
export function lockOf(locked: Packages, packages: readonly string[]): Packages {
  const part: Packages = {}
  const waiting = [...packages]
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const place = `node_modules/${name}`
    const found = locked[place]
    if (!found || part[place]) continue
    const { dev: _, devOptional: __, ...rest } = found
    part[place] = rest
    waiting.push(...Object.keys({ ...rest.dependencies, ...rest.optionalDependencies }))
  }
  return part
}

function add(name: string, { packages, note }: Addition): void {
  const { packages: locked } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Packages
  }
  const part = lockOf(locked, packages)
  const dependencies = Object.fromEntries(
    packages.map((one) => [one, part[`node_modules/${one}`]?.version ?? '']),
  )
  const folder = path.join(root, 'added', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const own = { name: `parlance-${name}`, version: '1.0.0', private: true, dependencies }
  const write = (file: string, content: object) =>
    writeFileSync(path.join(folder, file), `${JSON.stringify(content, null, 2)}\n`)
  write('package.json', own)
  write('package-lock.json', {
    name: own.name,
    version: own.version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: own.name, version: own.version, dependencies }, ...part },
  })
  const done = spawnSync(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' },
  )
  if (done.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error('Couldn’t install the packages. See npm’s output above, and try again.')
  }
  process.stdout.write(
    `Installed ${Object.entries(dependencies)
      .map((one) => one.join('@'))
      .join(', ')}.\n${note}\n`,
  )
}

if (process.argv[1] === import.meta.filename) {
  const name = process.argv[2] ?? ''
  const addition = additions[name]
  try {
    if (!addition)
      throw new Error(`Specify what to add: npm run add -- ${Object.keys(additions).join(' | ')}`)
    add(name, addition)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
