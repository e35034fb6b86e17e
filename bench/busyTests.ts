/**
 * Runs `npm test` while a copy of this checkout is built and started in a loop beside it.
 *   node bench/busyTests.ts [--times 2]
 * The copy is a clone of the last commit with its own node_modules, in a temporary folder. Prints the last line
 * of each run, with the number of builds and starts beside it. Exits 1 if a run fails, or if nothing was
 * started beside it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../server/src/testing/freePort.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'

const times = Number(option('times', '2'))
const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-bench-'))
const copy = path.join(folder, 'copy')

let isOver = false
let started = 0

async function buildAndStart(): Promise<void> {
  for (const built of ['web/dist', '.cache', 'data'])
    rmSync(path.join(copy, built), { recursive: true, force: true })
  const port = await freePort()
  const product = spawn('npm', ['start'], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: path.join(copy, 'data') },
  })
  const ended = new Promise((resolve) => product.once('exit', resolve))
  while (!isOver && product.exitCode === null) {
    const answer = await fetch(`http://localhost:${port}/health/ready`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) {
      started += 1
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  // npm doesn't forward signals, so the whole process group gets it.
  if (product.exitCode === null) process.kill(-(product.pid ?? 0), 'SIGTERM')
  await ended
}

/** Returns the last line of `npm test`, and whether it passed. */
async function runTests(): Promise<{ line: string; passed: boolean }> {
  const tests = spawn('npm', ['test'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  tests.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    printed = (printed + text).slice(-1000)
  })
  const code = await new Promise((resolve) => tests.once('exit', resolve))
  return { line: printed.trim().split('\n').at(-1) ?? '', passed: code === 0 }
}

execFileSync('git', ['clone', '--quiet', root, copy])
cpSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), {
  recursive: true,
  verbatimSymlinks: true,
})
const beside = (async () => {
  while (!isOver) await buildAndStart()
})()
const results: string[] = []
let isGreen = true
for (let run = 1; run <= times; run += 1) {
  const before = started
  const begun = performance.now()
  const { line, passed } = await runTests()
  isGreen &&= passed && started > before
  const minutes = round((performance.now() - begun) / 60_000, 1)
  results.push(`run ${run}: ${line} · ${minutes} min · ${started - before} builds and starts beside it`)
}
isOver = true
await beside
rmSync(folder, { recursive: true, force: true })
say(results.join('\n'))
process.exit(isGreen ? 0 : 1)
