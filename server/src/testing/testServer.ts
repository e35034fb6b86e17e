import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openPostgres } from '../platform/database/embedded/postgres/postgres.ts'
import { findProgram } from '../platform/database/embedded/postgres/program.ts'
import { createLog } from '../platform/log/log.ts'
import { freePort } from './freePort.ts'

/**
 * Starts the PostgreSQL server of a test run, which has a database per test file. It doesn't wait for the disk,
 * because nothing survives the run. Returns null where PostgreSQL doesn't run.
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
    },
  })
  await server.started
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
