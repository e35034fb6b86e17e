import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * Where a fresh database of this version of PGlite lies, made at the installation to shorten the first start. The
 * version is in its name, so that one of another version is not found.
 */
export function databaseDump(): string {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@electric-sql/pglite')
  const manifest = JSON.parse(readFileSync(path.join(entry, '../../package.json'), 'utf8')) as {
    version: string
  }
  return path.join(import.meta.dirname, '../../../../../.cache', `database-${manifest.version}.tar`)
}
