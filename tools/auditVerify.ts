/**
 * Verifies the audit log of an installation, running or stopped: `npm run audit:verify`. It reads the settings that the
 * server reads. Ends with 0 where the log holds, with 1 where it does not or could not be verified, and with 2 where it
 * fits but is noted nowhere outside of the database.
 */
import { existsSync } from 'node:fs'
import { readInstallation } from '../server/src/platform/backup/settings.ts'
import { runTool } from '../server/src/platform/backup/tool.ts'
import { verdict, verifyAudit } from '../server/src/platform/backup/verifyAudit.ts'
import { createLog } from '../server/src/platform/log/log.ts'

const NOT_NOTED = 2

runTool(async (say, warn) => {
  if (process.argv.length > 2) throw new Error('This command takes no arguments: npm run audit:verify')
  if (existsSync('.env')) process.loadEnvFile('.env')
  const verified = await verifyAudit(readInstallation(process.env), createLog('ERROR'))
  const holds = verified.firstBroken === null
  for (const line of verdict(verified)) (holds ? say : warn)(line)
  if (!holds) process.exitCode = 1
  else if (!verified.outside && verified.checked > 0) process.exitCode = NOT_NOTED
})
