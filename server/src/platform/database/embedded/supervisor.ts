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
/** Three silent probes: longer than the longest statement that is allowed to hold the one session. */
const SILENT_PROBES = 4

export interface EmbeddedDatabase {
  /** What a pg pool connects with. */
  connection: { host: string; port: number; user: string; database: string }
  /** Settles when the database takes connections for the first time, or cannot be started. */
  started: Promise<void>
  pid(): number | null
  /** Begins to ask for an answer now and then, and restarts the process when it has gone silent. */
  probe(answers: () => Promise<boolean>): void
  stop(): Promise<void>
}

/** Starts the embedded database's process and keeps it running. `flags` are options of Node for it. */
export function superviseEmbeddedDatabase(
  dataDir: string,
  dump: string,
  log: Log,
  flags: readonly string[] = [],
): EmbeddedDatabase {
  const folder = socketFolder(dataDir)
  // libpq's name for the socket of port 5432, which pg derives from `host` and `port`.
  const socketPath = path.join(folder, '.s.PGSQL.5432')
  let child: ChildProcess | null = null
  let stopping = false
  let prober: NodeJS.Timeout | undefined

  const launch = () => spawnChild(dataDir, socketPath, dump, flags)

  async function keepRunning(first: { child: ChildProcess; ready: Promise<void> }): Promise<void> {
    let running = first
    let pause = RESTART_MIN_MS
    for (;;) {
      child = running.child
      await running.ready.then(
        () => {
          pause = RESTART_MIN_MS
        },
        (cause: unknown) => log.error('database.embedded.failed', {}, cause),
      )
      await exited(running.child)
      child = null
      if (stopping) return
      log.error('database.embedded.ended', { code: running.child.exitCode, signal: running.child.signalCode })
      await wait(pause)
      pause = Math.min(pause * 2, RESTART_MAX_MS)
      if (stopping) return
      running = launch()
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
    probe(answers) {
      let silent = 0
      prober = setInterval(async () => {
        silent = (await answers()) ? 0 : silent + 1
        if (silent < SILENT_PROBES || !child) return
        log.error('database.embedded.silent', { probes: silent })
        silent = 0
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

function spawnChild(
  dataDir: string,
  socketPath: string,
  dump: string,
  flags: readonly string[],
): { child: ChildProcess; ready: Promise<void> } {
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

/** The database needs no secret of ours. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, TZ, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, LANG, TZ, NODE_COMPILE_CACHE }
}

/**
 * The socket's folder: short enough for a socket address however deep DATA_DIR lies, and ours alone. A folder that
 * somebody else made under this name is refused.
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
