import { spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../../log/log.ts'
import { clusterFolder } from '../dataFolder.ts'
import type { EmbeddedDatabase } from '../embeddedDatabase.ts'
import { lockDataDir } from '../lock.ts'
import { createSocketFolder, nameOfFolder, SOCKET_PORT, socketFolderOf } from '../socketFolder.ts'
import { isDiskFull } from '../space.ts'
import { type Launched, supervise } from '../supervisor.ts'
import { takeRestored } from '../takeRestored.ts'
import type { Account } from './account.ts'
import { prepareCluster } from './cluster.ts'
import { endLeftovers, killProcesses } from './processes.ts'
import type { Program } from './program.ts'
import { type Settings, settingsFor } from './settings.ts'

const LOOK_MS = 10
const LOG_BYTES = 5_000_000

/**
 * Starts PostgreSQL, prints its process ID, and shuts it down when stdin closes, so that a server that is killed
 * leaves no database behind. PostgreSQL itself doesn't watch its parent. It ends after the process that watches
 * stdin, so that no process is left once it has ended.
 */
const KEEPER = `trap '' TERM HUP INT
exec 3<&0
"$@" </dev/null 1>&2 3<&- & server=$!
{ read -r _ <&3; while kill -INT "$server"; do sleep 1; done; } >/dev/null 2>&1 & watcher=$!
exec 3<&-
echo "$server"
wait "$server"; status=$?
kill -KILL "$watcher" 2>/dev/null; wait "$watcher" 2>/dev/null
exit "$status"`

interface OpenPostgres {
  dataDir: string
  program: Program
  log: Log
  /** How long to wait for another server to release the data folder. */
  lockWaitMs?: number | undefined
  /** Settings that differ from those in settings.ts, for tests and benchmarks. */
  settings?: Settings
}

/** Opens the embedded PostgreSQL of a data folder, or a new one. */
export function openPostgres({
  dataDir,
  program,
  log,
  lockWaitMs,
  settings = {},
}: OpenPostgres): EmbeddedDatabase {
  const { account } = program
  const folder = socketFolderOf(dataDir, account)
  const name = `parlance-${nameOfFolder(dataDir)}`
  const processes = { name, uid: account?.uid ?? process.getuid?.() ?? null }
  let lock: { release(): void } | null = null

  async function launch(): Promise<Launched> {
    if (!lock) {
      lock = await lockDataDir(dataDir, lockWaitMs)
      // Completes a restore that was killed at its last step, before anything is opened.
      takeRestored(dataDir, new Date())
      await prepareCluster(dataDir, program)
    }
    await endLeftovers(processes, log)
    // Under the lock: a server that is just ending removes it. Also, programs that clean up may have removed it.
    createSocketFolder(folder, account)
    // Of a process that no longer exists. Its ID may belong to an unrelated process by now.
    rmSync(path.join(clusterFolder(dataDir), 'postmaster.pid'), { force: true })
    return start(dataDir, program, { ...settingsFor({ name, folder, major: program.major }), ...settings })
  }

  const supervised = supervise(launch, log)
  /** The socket's folder belongs to the holder of the lock. */
  const release = () => {
    if (lock) rmSync(folder, { recursive: true, force: true })
    lock?.release()
    lock = null
  }
  supervised.started.catch(release)
  return {
    ...supervised,
    kind: 'postgres',
    description: `embedded PostgreSQL ${program.version} in ${clusterFolder(dataDir)}`,
    connection: connectionIn(folder),
    isFull: () => isDiskFull(dataDir),
    // PostgreSQL restarts its own processes, and a busy server must never be killed.
    probe: () => undefined,
    async stop() {
      await supervised.stop()
      release()
    },
    kill: () => killProcesses(processes),
  }
}

function start(dataDir: string, program: Program, settings: Settings): Launched {
  const cluster = clusterFolder(dataDir)
  const logFile = path.join(dataDir, 'postgres.log')
  const output = openLog(logFile, program.account)
  const logFrom = fstatSync(output).size
  // Linux can open the folder by this path even if the account can't enter the folders above it.
  const data = process.platform === 'linux' ? '/proc/self/cwd' : cluster
  const given = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const child = spawn(
    '/bin/sh',
    ['-c', KEEPER, 'sh', path.join(program.folder, 'bin/postgres'), '-D', data, ...given],
    // Detached from the terminal: Ctrl+C reaches the server, which finishes its work first.
    { ...program.account, cwd: cluster, env: {}, detached: true, stdio: ['pipe', 'pipe', output] },
  )
  closeSync(output)
  child.stdin?.on('error', () => undefined)
  const ready = new Promise<number>((resolve, reject) => {
    let ended = false
    child.once('error', (cause) => {
      ended = true
      reject(cause)
    })
    child.once('exit', () => {
      ended = true
      reject(
        new Error(`The embedded PostgreSQL couldn't start: ${lastWords(logFile, logFrom)} See ${logFile}.`),
      )
    })
    createInterface({ input: child.stdout as Readable }).once('line', async (line) => {
      const pid = Number(line)
      while (!ended && !isReady(dataDir, pid)) await wait(LOOK_MS)
      resolve(pid)
    })
  })
  return { child, ready }
}

/**
 * Opens the log for appending. It belongs to PostgreSQL's account, so that any later server can write to it. If
 * the data folder belongs to another user, that user could put a link to any file in its place.
 */
function openLog(logFile: string, account: Account | null): number {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES)
    renameSync(logFile, `${logFile}.1`)
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  const file = openSync(logFile, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600)
  const { uid, nlink } = fstatSync(file)
  if (account && uid !== account.uid) {
    if (nlink > 1) throw new Error(`${logFile} is a link to another file. Delete it and start again.`)
    fchownSync(file, account.uid, account.gid)
  }
  return file
}

interface Running {
  pid: number
  socketFolder: string
  isReady: boolean
}

/** PostgreSQL notes its state in this file. Recovery after a power failure can take a while. */
function readRunning(dataDir: string): Running | null {
  const lines = linesOf(path.join(clusterFolder(dataDir), 'postmaster.pid'))
  return (
    lines && {
      pid: Number(lines[0]),
      socketFolder: lines[4] ?? '',
      isReady: lines[7]?.trim() === 'ready',
    }
  )
}

function linesOf(file: string): string[] | null {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw cause
  }
}

const isReady = (dataDir: string, pid: number): boolean => {
  const running = readRunning(dataDir)
  return running?.pid === pid && running.isReady
}

/** Returns how to connect to the database of a server that is running on the data folder; null if there is none. */
export function runningConnection(dataDir: string): EmbeddedDatabase['connection'] | null {
  const running = readRunning(dataDir)
  if (!running?.isReady) return null
  const { pid, socketFolder } = running
  // The server may have a temporary folder of its own, as with PrivateTmp of systemd.
  const isElsewhere = process.platform === 'linux' && !existsSync(socketFolder)
  return connectionIn(isElsewhere ? `/proc/${pid}/root${socketFolder}` : socketFolder)
}

const connectionIn = (folder: string): EmbeddedDatabase['connection'] => ({
  host: folder,
  port: SOCKET_PORT,
  user: 'postgres',
  database: 'postgres',
})

/** Returns the reason for a failed start from what was added to the log. */
function lastWords(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n')
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? ''
  return fatal.replace(/^.*?(FATAL|PANIC): +/, '').replace(/\.?$/, '.')
}
