/**
 * Verifies the audit log of an instance, running or stopped: `npm run audit:verify`. Reads the same settings as
 * the server. Exits 0 if the log is intact, 1 if it isn't or couldn't be verified, and 2 if it is intact but
 * not recorded outside the database. `npm run audit:verify -- FILE…` verifies exported lines instead, with the key of
 * the instance.
 */
import { loadEnvironment } from '../server/src/config/environment.ts'
import { readInstallation } from '../server/src/platform/backup/settings.ts'
import { runTool } from '../server/src/platform/backup/tool.ts'
import { verdict, verifyAudit } from '../server/src/platform/backup/verifyAudit.ts'
import { verdictOfExport, verifyExported } from '../server/src/platform/backup/verifyExported.ts'
import { createLog } from '../server/src/platform/log/log.ts'

const NOT_NOTED = 2

runTool(async (say, warn) => {
  loadEnvironment(warn)
  const installation = readInstallation(process.env)
  const files = process.argv.slice(2)
  if (files.length > 0) {
    const exported = await verifyExported(installation, files)
    for (const line of verdictOfExport(exported)) (exported.broken ? warn : say)(line)
    if (exported.broken) process.exitCode = 1
    return
  }
  const verified = await verifyAudit(installation, createLog('ERROR'))
  const holds = verified.firstBroken === null
  for (const line of verdict(verified)) (holds ? say : warn)(line)
  if (!holds) process.exitCode = 1
  else if (!verified.outside && verified.checked > 0) process.exitCode = NOT_NOTED
})
