import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../log/log.ts'

const RESTART_MIN_MS = 100
const RESTART_MAX_MS = 5000
const PROBE_EVERY_MS = 5000
/** If a single statement occupies the one session this long, the process counts as hung. */
const HUNG_MS = 20_000

export interface EmbeddedDatabase {
  /** Connection settings for a pg pool. */
  connection: { host: string; port: number; user: string; database: string }
  /** Resolves when the database first accepts connections; rejects if it can't be started. */
  started: Promise<void>
  pid(): number | null
  /** Starts to check regularly how long the database has been silent, and restarts a hung process. */
  probe(silentMs: () => Promise<number>): void
  stop(): Promise<void>
}

interface Launched {
  child: ChildProcess
  ready: Promise<void>
}

/** Starts the embedded database's process and keeps it running. `flags` are Node options for it. */
export function superviseEmbeddedDatabase(
  dataDir: string,
  dump: string,
  log: Log,
  flags: readonly string[] = [],
): EmbeddedDatabase {
  const folder = socketFolder(dataDir)
  // The name libpq gives the socket of port 5432, which pg derives from `host` and `port`.
  const socketPath = path.join(folder, '.s.PGSQL.5432')
  let child: ChildProcess | null = null
  let stopping = false
  let prober: NodeJS.Timeout | undefined

  const launch = () => spawnChild(dataDir, socketPath, dump, flags)
  const failed = (cause: unknown) => log.error('database.embedded.failed', {}, cause)

  async function keepRunning(first: Launched): Promise<void> {
    let running: Launched | null = first
    let pause = RESTART_MIN_MS
    for (;;) {
      if (running && (await ranUntilEnd(running))) pause = RESTART_MIN_MS
      if (stopping) return
      await wait(pause)
      pause = Math.min(pause * 2, RESTART_MAX_MS)
      if (stopping) return
      running = launchAgain()
    }
  }

  /** Returns whether the process was ready before it exited. */
  async function ranUntilEnd(running: Launched): Promise<boolean> {
    child = running.child
    const ready = await running.ready.then(() => true, failed)
    await exited(running.child)
    child = null
    if (!stopping)
      log.error('database.embedded.ended', { code: running.child.exitCode, signal: running.child.signalCode })
    return ready === true
  }

  /** Null if the system refuses a new process, for example when it is out of memory. */
  function launchAgain(): Launched | null {
    try {
      return launch()
    } catch (cause) {
      failed(cause)
      return null
    }
  }

  const first = launch()
  child = first.child
  const loop = first.ready.then(
    () => keepRunning(first),
    () => undefined,
  )

  return {
    connection: { host: folder, port: 5432, user: 'postgres', database: 'postgres' },
    started: first.ready,
    pid: () => child?.pid ?? null,
    probe(silentMs) {
      prober = setInterval(async () => {
        const ms = await silentMs()
        if (ms < HUNG_MS || !child) return
        log.error('database.embedded.silent', { silentMs: Math.round(ms) })
        child.kill('SIGKILL')
      }, PROBE_EVERY_MS)
      prober.unref()
    },
    async stop() {
      stopping = true
      clearInterval(prober)
      child?.stdin?.end()
      await loop
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function spawnChild(dataDir: string, socketPath: string, dump: string, flags: readonly string[]): Launched {
  const file = fileURLToPath(new URL('./child.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...flags, file, dataDir, socketPath, dump],
    { stdio: ['pipe', 'pipe', 'inherit'], env: childEnvironment() },
  )
  child.stdin?.on('error', () => undefined)
  const ready = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`The embedded database exited with ${code} before it was ready.`)),
    )
    if (!child.stdout) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return
      const message = JSON.parse(line) as { ready?: true; failed?: string }
      if (message.ready) resolve()
      else reject(new Error(message.failed))
    })
  })
  return { child, ready }
}

/** The database needs none of the server's secrets. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, TZ, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, LANG, TZ, NODE_COMPILE_CACHE }
}

/**
 * Returns the socket's folder, which is private and short enough for a socket path however long DATA_DIR is.
 * Refuses a folder that another user created under this name.
 */
function socketFolder(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const folder = path.join(tmpdir(), `parlance-${userInfo().uid}-${name}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== userInfo().uid || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} isn't a private folder of this user. Delete it and start again.`)
  }
  return folder
}

function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}
