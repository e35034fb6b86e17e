import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { findGuard } from './guard.ts'

it('ends a process that uses up its time by a signal that nothing else sends', async ({ skip }) => {
  const guard = await findGuard()
  // Other systems have no such limit. The time of each step is limited there too.
  if (guard.kind !== 'Full') skip()
  const limits = { memoryBytes: 1_000_000_000, cpuSeconds: 1 }
  const [program, args] = guard.command(process.execPath, ['-e', 'for (;;);'], limits)
  const [, signal] = await once(spawn(program, args, { stdio: 'ignore' }), 'exit')
  expect(signal).toBe('SIGXCPU')
})
