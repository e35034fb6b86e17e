import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import type { Log } from '../../log/log.ts'
import { type Launched, supervise } from './supervisor.ts'

/** A process that ends when its stdin closes, like a database. */
function launchShell(): Launched {
  const child = spawn('/bin/sh', ['-c', 'read -r _'], { stdio: ['pipe', 'ignore', 'ignore'] })
  return { child, ready: Promise.resolve(child.pid ?? 0) }
}

test('a system that refuses a new process delays the restart, and ends nothing else', async () => {
  const logged: string[] = []
  const note = (event: string) => void logged.push(event)
  const log: Log = { debug: note, info: note, warn: note, error: note }
  let launches = 0
  const launch = (): Promise<Launched> => {
    launches += 1
    // As `spawn` throws when the system is out of memory.
    if (launches === 2) throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' })
    if (launches === 3) return Promise.reject(new Error('The folder is gone.'))
    return Promise.resolve(launchShell())
  }
  const supervised = supervise(launch, log)
  await supervised.started
  const first = supervised.pid()
  process.kill(first ?? 0, 'SIGKILL')
  await expect.poll(() => launches).toBe(4)
  await expect.poll(() => supervised.pid()).toEqual(expect.any(Number))
  expect(supervised.pid()).not.toBe(first)
  expect(logged).toEqual(['database.embedded.ended', 'database.embedded.failed', 'database.embedded.failed'])
  await supervised.stop()
  expect([supervised.pid(), launches]).toEqual([null, 4])
})
