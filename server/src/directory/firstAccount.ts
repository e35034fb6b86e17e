import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { isDemo } from '../platform/auth/demo.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { accountWithoutPassword, insertPasswordLink, passwordAddress } from './administration.ts'

interface Options {
  config: Config
  database: Database
  clock: Clock
  say: ((line: string) => void) | undefined
}

/** The file that has the link that startup prints. Anyone who can read the data directory can have it. */
const linkFile = ({ dataDir }: Config) => path.join(dataDir, 'first-administrator-link')

/**
 * Offers a link to set the first administrator's password on an instance that others can reach. Such an
 * instance has no accounts with a public password. The account starts without a password, and every startup
 * prints a new link until one is used.
 */
export async function offerFirstPassword({ config, database, clock, say }: Options): Promise<void> {
  const file = linkFile(config)
  // Overwriting an existing file would leave it readable to anyone who can read it already.
  rmSync(file, { force: true })
  const userName = config.firstAdministrator
  // `tenant:object id` names an account that already exists.
  if (userName === null || userName.includes(':') || isDemo(config)) return
  const token = await database.transaction(async (tx) => {
    const account = await accountWithoutPassword(tx, userName)
    return account && insertPasswordLink(tx, account.objectId, null, clock.now())
  })
  if (token === null) return
  const link = passwordAddress(config, token)
  writeFileSync(file, `${link}\n`, { mode: 0o600, flag: 'wx' })
  say?.(`Set the password of the first administrator, ${userName}, within 30 minutes: ${link}`)
  say?.(`The link works only once. It's also in ${file}. The next startup creates a new one.`)
}
