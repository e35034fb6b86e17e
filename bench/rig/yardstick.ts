import { spawn } from 'node:child_process'
import path from 'node:path'
import { freePort } from '../../server/src/testing/freePort.ts'

const folder = path.join(import.meta.dirname, '../yardstick')

export interface Process {
  pid: number
  port: number
  stop(): void
}

/** Starts the scripted provider, whose behavior depends on the model's name. */
export function startUpstream(): Promise<Process> {
  return start('fake-upstream.mjs', [], {})
}

/** The bare proxy, reading and rewriting each event: what ratios are taken against. */
export function startBareProxy(upstreamPort: number): Promise<Process> {
  return start('bare-proxy.mjs', ['--upstream', `http://127.0.0.1:${upstreamPort}`], { MODE: 'parse' })
}

async function start(file: string, args: string[], environment: Record<string, string>): Promise<Process> {
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(folder, file), '--port', String(port), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...environment },
  })
  process.once('exit', () => child.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`${file} exited with ${code}`)))
  })
  return { pid: child.pid ?? 0, port, stop: () => void child.kill('SIGTERM') }
}
