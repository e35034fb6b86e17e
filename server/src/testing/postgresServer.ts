import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { clusterFolder } from '../platform/database/embedded/dataFolder.ts'
import { chooseProgram } from '../platform/database/embedded/openEmbedded.ts'
import { openPostgres } from '../platform/database/embedded/postgres/postgres.ts'
import { createLog } from '../platform/log/log.ts'
import { freePort } from './freePort.ts'

/** A PostgreSQL server of its own on loopback, without encryption. */
export interface PostgresServer {
  port: number
  /** Runs a statement as the superuser and returns its rows. */
  query<T extends pg.QueryResultRow>(text: string, database?: string): Promise<T[]>
  stop(): Promise<void>
}

/** Starts a server whose users need their password. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parlance-postgres-'))
  const program = await chooseProgram(dataDir, 'postgres')
  if (!('version' in program)) throw new Error(program.reason)
  const port = await freePort()
  const server = openPostgres({
    dataDir,
    program,
    log: createLog('ERROR'),
    settings: { listen_addresses: '127.0.0.1', port },
  })
  await server.started
  const connection = { ...server.connection, port }
  async function query<T extends pg.QueryResultRow>(text: string, database = 'postgres'): Promise<T[]> {
    const client = new pg.Client({ ...connection, database })
    await client.connect()
    try {
      return (await client.query<T>(text)).rows
    } finally {
      await client.end()
    }
  }
  const rules = 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n'
  writeFileSync(path.join(clusterFolder(dataDir), 'pg_hba.conf'), rules)
  await query('select pg_reload_conf()')
  return {
    port,
    query,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
