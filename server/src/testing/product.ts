import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { serverFlags } from '../../../tools/serverFlags.mjs'
import { clusterFolder } from '../platform/database/embedded/dataFolder.ts'
import { freePort } from './freePort.ts'
import { signInOverHttp } from './signIn.ts'

const root = path.join(import.meta.dirname, '../../..')
/** A busy machine needs half a minute. */
const READY_MS = 300_000
const CLOCK_TICKS_PER_SECOND = 100

export interface ProductOptions {
  environment?: Record<string, string>
  /** An existing data folder and port to start on. */
  dataDir?: string
  port?: number
  /** A PostgreSQL database instead of the embedded one. */
  databaseUrl?: string
  /** The folder of another release of the application. */
  program?: string
  /** Receives what the process logs, which otherwise appears on standard error. */
  onLog?: (text: string) => void
}

/** The product as a separate process, as started by `npm start`. */
export interface Product {
  origin: string
  port: number
  dataDir: string
  pid: number
  /** The process IDs of the embedded database, the server first; none between two starts or with DATABASE_URL. */
  databasePids(): number[]
  /** The time from the process's start to its first 200 response on /health/ready. */
  readyMs: number
  token(userName: string): Promise<string>
  /** Settles with the exit code when the process has ended. */
  ended: Promise<number | null>
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>
  /** Sends SIGKILL to the server and all processes of its database at once. */
  kill(): Promise<void>
  /** Sends SIGKILL to the server alone. */
  killServer(): Promise<void>
}

/** Starts the process without waiting for it. */
export function launch(
  options: ProductOptions & Required<Pick<ProductOptions, 'dataDir' | 'port'>>,
): ChildProcess {
  const { dataDir, port } = options
  const child = spawn(process.execPath, [...serverFlags, 'server/src/main.ts'], {
    cwd: options.program ?? root,
    stdio: ['ignore', 'ignore', options.onLog ? 'pipe' : 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'),
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      ...(options.databaseUrl
        ? {
            DATABASE_URL: options.databaseUrl,
            DATABASE_UNSAFE: '1',
            SECRET_KEY: 'for-benchmarks-only-0123456789-abcdefghijklmnop',
          }
        : {}),
      ...options.environment,
    },
  })
  const { onLog } = options
  if (onLog) child.stderr?.on('data', (text) => onLog(String(text)))
  const killAtExit = () => void child.kill('SIGKILL')
  process.once('exit', killAtExit)
  child.once('exit', () => process.off('exit', killAtExit))
  return child
}

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'parlance-bench-')))
  const port = options.port ?? (await freePort())
  const begun = performance.now()
  const child = launch({ ...options, dataDir, port })
  const origin = `http://localhost:${port}`
  await ready(child, origin)
  const readyMs = performance.now() - begun
  const pid = child.pid ?? 0
  const databasePids = () => (options.databaseUrl ? [] : databasePidsOf(dataDir, pid))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return {
    origin,
    port,
    dataDir,
    pid,
    databasePids,
    readyMs,
    ended,
    token: async (userName) => (await signInOverHttp({ origin }, userName, 'parlance')).token,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    async kill() {
      for (const one of [pid, ...databasePids()]) process.kill(one, 'SIGKILL')
      await ended
    },
    async killServer() {
      process.kill(pid, 'SIGKILL')
      await ended
    },
  }
}

async function ready(child: ChildProcess, origin: string): Promise<void> {
  const deadline = performance.now() + READY_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode} during startup.`)
    const answer = await fetch(`${origin}/health/ready`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    await wait(10)
  }
  throw new Error("The server wasn't ready within five minutes.")
}

function databasePidsOf(dataDir: string, server: number): number[] {
  if (!existsSync(clusterFolder(dataDir))) return childrenOf(server)
  const running = path.join(clusterFolder(dataDir), 'postmaster.pid')
  if (!existsSync(running)) return []
  const pid = Number.parseInt(readFileSync(running, 'utf8'), 10)
  return [pid, ...childrenOf(pid)]
}

function childrenOf(pid: number): number[] {
  // ps fails if there is no child, for example between two starts.
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return stdout.trim().split('\n').filter(Boolean).map(Number)
}

/** Returns the CPU time of the embedded database so far, in milliseconds, including its ended processes. */
export function databaseCpuMs(product: Pick<Product, 'databasePids'>): number {
  return product.databasePids().reduce((sum, pid) => sum + cpuMs(pid, { withEnded: true }), 0)
}

/** Returns the CPU time of the processes in which the server reads files, in milliseconds, including ended ones. */
export function readersCpuMs(product: Pick<Product, 'pid'>): number {
  const ended = cpuMs(product.pid, { withEnded: true }) - cpuMs(product.pid)
  return readerPids(product).reduce((sum, pid) => sum + cpuMs(pid, { withEnded: true }), ended)
}

/** The IDs of the processes in which the server reads files. */
export function readerPids({ pid }: Pick<Product, 'pid'>): number[] {
  return childrenOf(pid).filter((child) => programOf(child).includes('/extractionProcess.'))
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It has just ended.
    return ''
  }
}

/** Returns the CPU time of a process so far, in milliseconds; `withEnded` adds that of its ended children. */
export function cpuMs(pid: number, { withEnded = false } = {}): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticks = fields.slice(11, withEnded ? 15 : 13).reduce((sum, field) => sum + Number(field), 0)
  return (ticks * 1000) / CLOCK_TICKS_PER_SECOND
}

/**
 * Returns the memory of the server and its database in MiB. What processes share counts once (proportional set
 * size).
 */
export function wholeMemoryMib(product: Pick<Product, 'pid' | 'databasePids'>): {
  server: number
  database: number
} {
  const pss = (pid: number) => {
    try {
      const match = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
      return Number(match?.[1] ?? 0) / 1024
    } catch {
      // A process of the database has just ended.
      return 0
    }
  }
  const database = product.databasePids().reduce((sum, pid) => sum + pss(pid), 0)
  return { server: pss(product.pid), database }
}

/** Returns the resident memory of a process in MiB. */
export function memoryMib(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(match?.[1] ?? 0) / 1024
}
