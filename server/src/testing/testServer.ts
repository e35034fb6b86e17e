import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { clusterFolder } from '../platform/database/embedded/dataFolder.ts'
import { openPostgres } from '../platform/database/embedded/postgres/postgres.ts'
import { findProgram } from '../platform/database/embedded/postgres/program.ts'
import { createLog } from '../platform/log/log.ts'
import { freePort } from './freePort.ts'

/**
 * Starts the PostgreSQL server of a test run, which has a database per test file. It doesn't wait for the disk,
 * because nothing survives the run. Tests put proxies in front of it, so it listens on a port of this computer and
 * requires a password there. Returns null where PostgreSQL doesn't run.
 */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> } | null> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parlance-test-server-'))
  const program = await findProgram(dataDir)
  if (!('version' in program)) return null
  const port = await freePort()
  const server = openPostgres({
    dataDir,
    program,
    log: createLog('ERROR'),
    settings: {
      listen_addresses: '127.0.0.1',
      port,
      max_connections: 300,
      shared_buffers: '256MB',
      fsync: 'off',
      max_wal_size: '2GB',
      // Each test application opens a dozen connections, each with this password.
      scram_iterations: 1,
    },
  })
  await server.started
  const password = randomUUID()
  const client = new pg.Client({ ...server.connection, port })
  await client.connect()
  await client.query(`alter role postgres password ${pg.escapeLiteral(password)}`)
  const rules = 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n'
  await writeFile(path.join(clusterFolder(dataDir), 'pg_hba.conf'), rules)
  await client.query('select pg_reload_conf()')
  await client.end()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
