import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { isDemo } from '../platform/auth/demo.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { accountWithoutPassword, makePasswordLink, passwordAddress } from './administration.ts'

interface Options {
  config: Config
  database: Database
  clock: Clock
  say: ((line: string) => void) | undefined
}

/** Where the link stands besides what the start prints: whoever may read the data may have it. */
const linkFile = ({ dataDir }: Config) => path.join(dataDir, 'first-administrator-link')

/**
 * Where others can reach us there are no accounts whose password everybody knows. The first administrator's is made
 * without one, and each start gives out a link that sets it, until somebody has used one.
 */
export async function offerFirstPassword({ config, database, clock, say }: Options): Promise<void> {
  const file = linkFile(config)
  // Writing to a file that is there would leave it to whoever may read it already.
  rmSync(file, { force: true })
  const userName = config.firstAdministrator
  // `tenant:object id` names an account that somebody has made.
  if (userName === null || userName.includes(':') || isDemo(config)) return
  const token = await database.transaction(async (tx) => {
    const account = await accountWithoutPassword(tx, userName)
    return account && makePasswordLink(tx, account.objectId, null, clock.now())
  })
  if (token === null) return
  const link = passwordAddress(config, token)
  writeFileSync(file, `${link}\n`, { mode: 0o600, flag: 'wx' })
  say?.(`Set the password of the first administrator, ${userName}, within 30 minutes: ${link}`)
  say?.(`The link works only once. It's also in ${file}. The next startup creates a new one.`)
}
