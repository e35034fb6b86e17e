import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Settings } from './config.ts'

const GUIDE = 'docs/guide/settings.md'

/** Adds the settings of `.env` to the environment, and reports which settings have no effect. */
export function loadEnvironment(report: (line: string) => void): void {
  if (existsSync('.env')) {
    process.loadEnvFile('.env')
    for (const name of unknownSettings(parseEnv(readFileSync('.env', 'utf8'))))
      report(`.env: ignoring unknown setting ${name}. See ${GUIDE} for all settings.`)
  }
  for (const name of emptySettings(process.env))
    report(`${name}: ignoring an empty value, so the default applies. See ${GUIDE} for all defaults.`)
}

/**
 * Returns names in a settings file that have no effect, such as misspelled ones. Names used by Node and its
 * libraries are excluded.
 */
export function unknownSettings(given: Record<string, unknown>): string[] {
  const others = /^(BACKUP_PASSPHRASE|NODE_.*|TZ|LANG|LC_.*|PG.*|SSL_CERT_.*|.*_PROXY|TMPDIR)$/i
  return Object.keys(given).filter((name) => !(name in Settings.shape) && !others.test(name))
}

/**
 * Returns settings without a value. Container tools pass a variable that isn't set like this, so it isn't an
 * error. But an empty DATABASE_URL leads to another database.
 */
const emptySettings = (given: Record<string, string | undefined>): string[] =>
  Object.keys(Settings.shape).filter((name) => given[name] === '')
