/**
 * Prints a product token of a demo user, for scripts: `npm run token -- anna`.
 *
 * It signs in at the running server over HTTP like a browser, so it works only under the demo's own two
 * conditions. The server itself refuses the accounts unless it listens only on this computer and is called
 * directly. This script reads no key and no database.
 */
import { isLoopback } from '../server/src/config/config.ts'
import { loadEnvironment } from '../server/src/config/environment.ts'
import { signInOverHttp } from '../server/src/testing/signIn.ts'

const warn = (line: string) => void process.stderr.write(`${line}\n`)

async function main(userName: string | undefined): Promise<void> {
  if (!userName) throw new Error('Specify a demo user: npm run token -- anna')
  loadEnvironment(warn)
  const { HOST = '127.0.0.1', PORT = '8080', ENTRA_INSTANCE, PUBLIC_ORIGIN } = process.env
  const { origin, hostname } = new URL(PUBLIC_ORIGIN || `http://localhost:${PORT}`)
  if (ENTRA_INSTANCE || !isLoopback(HOST) || !isLoopback(hostname)) {
    throw new Error('Demo accounts exist only in the embedded directory of a server on this computer.')
  }
  const { token } = await signInOverHttp({ origin }, userName).catch((cause: unknown) => {
    if (!(cause instanceof TypeError)) throw cause
    throw new Error(`Can't reach a server at ${origin}. Start it (npm start) and use the same PORT here.`, {
      cause,
    })
  })
  process.stdout.write(`${token}\n`)
}

main(process.argv[2]).catch((error: unknown) => {
  warn(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
