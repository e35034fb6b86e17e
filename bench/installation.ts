/**
 * Clones the last commit, runs `npm start` there, and prints how long it takes from the start of the clone until the
 * product is ready, and how large the checkout is then.
 *   node bench/installation.ts
 * npm downloads what its cache doesn't have, so the time also depends on the network. Before, it took 38 s and
 * 611 MB. There is no limit. Exits 1 if the product isn't ready within ten minutes.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../server/src/testing/freePort.ts'
import { round, say } from '../server/src/testing/statistics.ts'

const READY_MS = 600_000
const LARGEST = 8
const BEFORE = { seconds: 38, megabytes: 611 }
const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-installation-'))
const checkout = path.join(folder, 'checkout')

const begun = performance.now()
// A copy over the protocol of Git, as from another machine.
execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, checkout], { stdio: 'inherit' })
const port = await freePort()
const { PATH, HOME, TMPDIR } = process.env
const child = spawn('npm', ['start'], {
  cwd: checkout,
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { PATH, HOME, TMPDIR, PORT: String(port), DATA_DIR: path.join(folder, 'data') },
})
const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
const stop = () => child.exitCode === null && process.kill(-(child.pid ?? 0), 'SIGTERM')
process.once('exit', stop)
const isReady = await becomesReady()
const seconds = (performance.now() - begun) / 1000
stop()
await ended
process.off('exit', stop)
const megabytes = Number(du('-sm', checkout)[0]?.[0])
/** A package, or what the checkout made for itself. */
const PART = /^(node_modules\/(@[^/]+\/)?[^@/]+|\.cache\/[^/]+)$/
const largest = du('-m', '--max-depth=3', checkout)
  .map(([size = '', name = '']) => [size, path.relative(checkout, name)])
  .filter(([, name = '']) => PART.test(name))
  .sort(([a], [b]) => Number(b) - Number(a))
  .slice(0, LARGEST)
  .map(([size, name]) => `${name} ${size}`)
rmSync(folder, { recursive: true, force: true })
if (isReady)
  say(
    `ready ${round(seconds)} s after the start of the clone (before: ${BEFORE.seconds} s); installed ${megabytes} MB (before: ${BEFORE.megabytes} MB)`,
  )
if (isReady) say(`the largest, in MB: ${largest.join(', ')}`)
else say('The product isn’t ready.')
process.exit(isReady ? 0 : 1)

/** Runs `du`, and returns the sizes and names that it prints. */
function du(...args: string[]): string[][] {
  const lines = execFileSync('du', args, { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => line.split('\t'))
}

async function becomesReady(): Promise<boolean> {
  while (child.exitCode === null && performance.now() - begun < READY_MS) {
    const answer = await fetch(`http://localhost:${port}/health/ready`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return true
    await wait(100)
  }
  return false
}
