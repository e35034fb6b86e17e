/** Creates the empty cluster that a first startup copies: creating one takes two seconds, copying less than one. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { initialize, templateFolder } from '../server/src/platform/database/embedded/postgres/cluster.ts'
import { findProgram } from '../server/src/platform/database/embedded/postgres/program.ts'
import { makeReadable } from '../server/src/platform/database/embedded/postgres/trees.ts'
import { syncTree } from '../server/src/platform/database/embedded/syncTree.ts'

const program = await findProgram(tmpdir())
// Where PostgreSQL doesn't run, startups use PGlite and say why.
if ('version' in program && !existsSync(templateFolder(program))) {
  const template = templateFolder(program)
  const cache = path.dirname(template)
  mkdirSync(cache, { recursive: true })
  for (const old of readdirSync(cache))
    if (/^(postgres|database)-/.test(old)) rmSync(path.join(cache, old), { recursive: true })
  const part = `${template}.part`
  mkdirSync(part)
  try {
    await initialize(program, part)
    // The server may run as another account than the build, as in a container. It contains no secrets.
    await makeReadable(part)
    await syncTree(part)
    renameSync(part, template)
  } catch (cause) {
    rmSync(part, { recursive: true, force: true })
    process.stderr.write(`The template of the database couldn't be created: ${(cause as Error).message}\n`)
  }
}
