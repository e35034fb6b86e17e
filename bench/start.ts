/**
 * Measures how long the product takes to be ready, first on an empty data folder and then on the same one.
 * Counted from the start of the server's process to its first 200 on /health/ready; best and median of several
 * rounds.
 *   node bench/start.ts [--rounds 5]
 * Exits 1 above the limits: 5 s the first time, 2 s later, 1 s that `npm start` adds when nothing is stale.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../server/src/testing/freePort.ts'
import { startProduct } from '../server/src/testing/product.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'

const rounds = Number(option('rounds', '5'))
const FIRST_MS = 5000
const AGAIN_MS = 2000
const ADDED_MS = 1000
const root = path.join(import.meta.dirname, '..')
const first: number[] = []
const again: number[] = []
const throughNpm: number[] = []

for (let index = 0; index < rounds; index += 1) {
  const fresh = await startProduct()
  first.push(fresh.readyMs)
  await fresh.stop()
  const second = await startProduct({ dataDir: fresh.dataDir, port: fresh.port })
  again.push(second.readyMs)
  await second.stop()
  throughNpm.push(await npmStart(fresh.dataDir))
  rmSync(fresh.dataDir, { recursive: true, force: true })
}
const show = (name: string, values: number[], gate: number) =>
  say(
    `${name}: median ${round(quantile(values, 0.5), 0)} ms, best ${round(Math.min(...values), 0)} ms (at most ${gate})`,
  )
const added = throughNpm.map((ms, index) => ms - (again[index] ?? 0))
show('first startup to ready', first, FIRST_MS)
show('later startup to ready', again, AGAIN_MS)
show('time that npm start adds', added, ADDED_MS)
const holds =
  quantile(first, 0.5) <= FIRST_MS && quantile(again, 0.5) <= AGAIN_MS && quantile(added, 0.5) <= ADDED_MS
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

/** Measures the time from `npm start` to ready, on an existing data folder. */
async function npmStart(dataDir: string): Promise<number> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
  })
  for (;;) {
    const answer = await fetch(`http://localhost:${port}/health/ready`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) break
    if (child.exitCode !== null) throw new Error('npm start ended.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const ms = performance.now() - begun
  // npm doesn't forward signals, so the whole process group gets it.
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  return ms
}
