import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../../log/log.ts'
import { pgliteFolder } from '../dataFolder.ts'
import type { EmbeddedDatabase } from '../embeddedDatabase.ts'
import { SOCKET_PORT, socketFolderOf } from '../socketFolder.ts'
import { isDiskFull } from '../space.ts'
import { type Launched, supervise } from '../supervisor.ts'

const PROBE_EVERY_MS = 5000
/** If a single statement occupies the one session this long, the process counts as hung. */
const HUNG_MS = 20_000

/** Opens PGlite, the fallback where PostgreSQL doesn't run. */
export function openPglite({ dataDir, log }: { dataDir: string; log: Log }): EmbeddedDatabase {
  const folder = socketFolderOf(dataDir)
  const socketPath = path.join(folder, `.s.PGSQL.${SOCKET_PORT}`)
  const supervised = supervise(async () => launch(dataDir, socketPath), log)
  let prober: NodeJS.Timeout | undefined
  return {
    ...supervised,
    kind: 'pglite',
    description: `embedded PGlite in ${pgliteFolder(dataDir)}, which isn't protected against power loss.`,
    connection: { host: folder, port: SOCKET_PORT, user: 'postgres', database: 'postgres' },
    isFull: () => isDiskFull(dataDir),
    probe(silentMs) {
      prober = setInterval(async () => {
        const ms = await silentMs()
        const pid = supervised.pid()
        if (ms < HUNG_MS || pid === null) return
        log.error('database.embedded.silent', { silentMs: Math.round(ms) })
        process.kill(pid, 'SIGKILL')
      }, PROBE_EVERY_MS)
      prober.unref()
    },
    async stop() {
      clearInterval(prober)
      await supervised.stop()
    },
    kill() {
      const pid = supervised.pid()
      if (pid !== null) process.kill(pid, 'SIGKILL')
    },
  }
}

function launch(dataDir: string, socketPath: string): Launched {
  const file = fileURLToPath(new URL('./child.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file, dataDir, socketPath],
    { stdio: ['pipe', 'pipe', 'inherit'], env: childEnvironment() },
  )
  child.stdin?.on('error', () => undefined)
  const ready = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`The embedded database exited with ${code} before it was ready.`)),
    )
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return
      const message = JSON.parse(line) as { ready?: true; failed?: string }
      if (message.ready) resolve(child.pid ?? 0)
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
