import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../server/src/testing/freePort.ts'

const READY_MS = 30_000

/** A separate PostgreSQL server on loopback, from the programs on the PATH. */
export interface Cluster {
  port: number
  url(database?: string): string
  /** Runs one statement that a benchmark needs to read or change something. */
  ask<T extends object = Record<string, unknown>>(text: string, database?: string): Promise<T[]>
  /** Creates a database and returns its URL. */
  createDatabase(): Promise<string>
  /** Starts a replica that streams from this server. */
  startReplica(): Promise<Cluster>
  /** Sends SIGKILL to the server and restarts it on the same folder. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root, so it runs as the first of these users that exists. */
const users = ['postgres', 'parlance-test', 'nobody']

interface Identity {
  uid?: number
  gid?: number
}

function identity(): Identity {
  if (process.getuid?.() !== 0) return {}
  for (const user of users) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })),
      )
      return { uid: uid as number, gid: gid as number }
    } catch {
      // This user doesn't exist on this machine; try the next.
    }
  }
  throw new Error("PostgreSQL can't run as root, and there's no other user to run it as.")
}

export function hasPostgres(): boolean {
  try {
    execFileSync('initdb', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** `folder`: the location of its data, for a separate disk; otherwise a temporary folder. */
export async function startCluster(options: { folder?: string; settings?: string[] } = {}): Promise<Cluster> {
  const who = identity()
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), 'parlance-postgres-')))
  if (who.uid !== undefined && who.gid !== undefined) chownSync(folder, who.uid, who.gid)
  const data = path.join(folder, 'data')
  execFileSync(
    'initdb',
    ['-D', data, '-U', 'parlance', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...who, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  writeFileSync(path.join(data, 'postgresql.auto.conf'), 'max_connections = 200\nmax_wal_senders = 4\n')
  return run(folder, data, who, options.settings ?? [])
}

async function run(folder: string, data: string, who: Identity, settings: string[]): Promise<Cluster> {
  const port = await freePort()
  let server = await launch(folder, data, port, who, settings)
  const url = (database = 'postgres') => `postgres://parlance@127.0.0.1:${port}/${database}`
  let databases = 0
  const replicas: Cluster[] = []
  const cluster: Cluster = {
    port,
    url,
    ask: (text, database) => ask(url(database), text),
    async createDatabase() {
      databases += 1
      const name = `bench_${process.pid}_${databases}`
      await ask(url(), `create database ${name}`)
      return url(name)
    },
    async startReplica() {
      const home = await mkdtemp(path.join(tmpdir(), 'parlance-replica-'))
      if (who.uid !== undefined && who.gid !== undefined) chownSync(home, who.uid, who.gid)
      const copy = path.join(home, 'data')
      execFileSync(
        'pg_basebackup',
        ['-d', url(), '-D', copy, '-R', '-X', 'stream', '--no-sync', '-c', 'fast'],
        {
          ...who,
          cwd: home,
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      )
      const replica = await run(home, copy, who, settings)
      replicas.push(replica)
      return replica
    },
    async crash() {
      server.kill('SIGKILL')
      await exited(server)
      server = await launch(folder, data, port, who, settings)
    },
    async stop() {
      for (const replica of replicas) await replica.stop()
      server.kill('SIGQUIT')
      await exited(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
  return cluster
}

async function launch(
  folder: string,
  data: string,
  port: number,
  who: Identity,
  settings: string[],
): Promise<ChildProcess> {
  const given = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings]
  const deadline = performance.now() + READY_MS
  for (;;) {
    const child = spawn(
      'postgres',
      ['-D', data, '-p', String(port), ...given.flatMap((one) => ['-c', one])],
      {
        ...who,
        cwd: folder,
        stdio: 'ignore',
      },
    )
    const killAtExit = () => void child.kill('SIGKILL')
    process.once('exit', killAtExit)
    child.once('exit', () => process.off('exit', killAtExit))
    while (child.exitCode === null && performance.now() < deadline) {
      const ready = await ask(`postgres://parlance@127.0.0.1:${port}/postgres`, 'select 1').catch(() => null)
      if (ready) return child
      await wait(100)
    }
    // After a crash, the last processes of the old server keep the folder locked for a moment.
    if (performance.now() >= deadline) throw new Error("PostgreSQL didn't start.")
    await wait(300)
  }
}

async function ask<T extends object>(connectionString: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<T>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}
