/**
 * Verifies the audit log of an instance, running or stopped: `npm run audit:verify`. Reads the same settings as
 * the server. Exits 0 if the log is intact, 1 if it isn't or couldn't be verified, and 2 if it is intact but
 * not recorded outside the database.
 */
import { loadEnvironment } from '../server/src/config/environment.ts'
import { readInstallation } from '../server/src/platform/backup/settings.ts'
import { runTool } from '../server/src/platform/backup/tool.ts'
import { verdict, verifyAudit } from '../server/src/platform/backup/verifyAudit.ts'
import { createLog } from '../server/src/platform/log/log.ts'

const NOT_NOTED = 2

runTool(async (say, warn) => {
  if (process.argv.length > 2) throw new Error('This command takes no arguments: npm run audit:verify')
  loadEnvironment(warn)
  const verified = await verifyAudit(readInstallation(process.env), createLog('ERROR'))
  const holds = verified.firstBroken === null
  for (const line of verdict(verified)) (holds ? say : warn)(line)
  if (!holds) process.exitCode = 1
  else if (!verified.outside && verified.checked > 0) process.exitCode = NOT_NOTED
})
