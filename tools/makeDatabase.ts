/** Creates the empty cluster that a first startup copies: creating one takes two seconds, copying less than one. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCluster, templateFolder } from '../server/src/platform/database/embedded/postgres/cluster.ts'
import { findProgram } from '../server/src/platform/database/embedded/postgres/program.ts'

const program = await findProgram(tmpdir())
// Where PostgreSQL doesn't run, startups use PGlite and say why.
if ('version' in program) {
  const template = templateFolder(program)
  if (!existsSync(template)) {
    const cache = path.dirname(template)
    mkdirSync(cache, { recursive: true })
    for (const old of readdirSync(cache))
      if (/^(postgres|database)-/.test(old)) rmSync(path.join(cache, old), { recursive: true })
    const begun = `${template}.begun`
    await createCluster(program, begun)
    renameSync(begun, template)
  }
}
