import { type Config, readConfig } from './config/config.ts'
import { loadEnvironment } from './config/environment.ts'
import { isDemo } from './platform/auth/demo.ts'
import { clusterMajor, isNewFolder, mayHoldPglite } from './platform/database/embedded/dataFolder.ts'
import { openEmbeddedDatabase } from './platform/database/embedded/openEmbedded.ts'
import { bundledMajor } from './platform/database/embedded/postgres/program.ts'
import { createLog } from './platform/log/log.ts'
import { startErrors } from './startErrors.ts'

const begun = performance.now()
/** Orchestrators kill after 30 s, so the process exits earlier, whatever hangs. */
const END_MS = 23_000
/** One request to stop can arrive several times: npm and tools/start.mjs pass on what their group gets as a whole. */
const REPEAT_MS = 1000

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`)
}

let config: Config | null = null
function stopStart(error: unknown): never {
  for (const line of startErrors(error, config)) warn(line)
  process.exit(1)
}

async function main(): Promise<void> {
  loadEnvironment(warn)
  config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const { dataDir, databaseUrl, embeddedDatabase: choice } = config
  const isFirst = !databaseUrl && isNewFolder(dataDir)
  if (!databaseUrl && mayHoldPglite(dataDir)) {
    const { moveToPostgres } = await import('./platform/backup/moveToPostgres.ts')
    await moveToPostgres({ dataDir, choice, log, say })
  }
  const written = databaseUrl ? null : clusterMajor(dataDir)
  if (written !== null && written < (bundledMajor() ?? 0)) {
    const { moveToNewMajor } = await import('./platform/backup/moveToNewMajor.ts')
    await moveToNewMajor({ dataDir, choice, log, say })
  }
  const embedded = databaseUrl ? null : await openEmbeddedDatabase({ dataDir, choice, log })
  // The database opens while the rest of the program loads.
  embedded?.started.catch(() => undefined)
  const { startServer } = await import('./startServer.ts')
  const server = await startServer({ config, embedded, log, say })
  say(`Parlance is ready at ${config.publicOrigin} (${Math.round(performance.now() - begun)} ms)`)
  if (isFirst && isDemo(config))
    say(
      'Sign in as admin, anna, ben, or chloe with the password parlance. Demo accounts work only on this computer.',
    )

  let endingSince: number | null = null
  const end = (signal: string) => {
    if (endingSince !== null) {
      if (performance.now() - endingSince < REPEAT_MS) return
      process.exit(1)
    }
    endingSince = performance.now()
    log.info('server.ending', { signal })
    setTimeout(() => {
      log.error('server.endForced', { signal })
      // A database that hangs doesn't notice that its pipe is closed, and would be left behind.
      embedded?.kill()
      process.exit(1)
    }, END_MS)
    server.stop().then(
      () => process.exit(0),
      (cause: unknown) => {
        log.error('server.endFailed', {}, cause)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end).on('SIGINT', end)
  process.on('unhandledRejection', (cause) =>
    server.platform.log.error('process.unhandledRejection', {}, cause),
  )
}

main().catch(stopStart)
