/** Creates the database for a first startup: creating one takes three seconds, opening a copy less than one. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { databaseDump } from '../server/src/platform/database/embedded/dump.ts'

const file = databaseDump()
if (!existsSync(file)) {
  const folder = path.dirname(file)
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder)) {
    if (old.startsWith('database-')) rmSync(path.join(folder, old))
  }
  const { PGlite } = await import('@electric-sql/pglite')
  const { vector } = await import('@electric-sql/pglite-pgvector')
  const database = await PGlite.create({ extensions: { vector } })
  await database.exec('create extension vector')
  const dump = await database.dumpDataDir('none')
  await database.close()
  const begun = `${file}.begun`
  writeFileSync(begun, Buffer.from(await dump.arrayBuffer()))
  renameSync(begun, file)
}
