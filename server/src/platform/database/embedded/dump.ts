import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * The path of the dump of a new database, created at install time to shorten the first startup. Its name
 * includes the PGlite version, so a dump for another version isn't found.
 */
export function databaseDump(): string {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@electric-sql/pglite')
  const manifest = JSON.parse(readFileSync(path.join(entry, '../../package.json'), 'utf8')) as {
    version: string
  }
  return path.join(import.meta.dirname, '../../../../../.cache', `database-${manifest.version}.tar`)
}
