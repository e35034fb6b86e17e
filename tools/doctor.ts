/**
 * Checks an instance, running or stopped: `npm run doctor`. Reads the same settings as the server, prints the
 * checklist of /admin with what to do, and changes nothing. Exits 1 if something isn't working.
 */
import { loadEnvironment } from '../server/src/config/environment.ts'
import { examine } from '../server/src/features/checklist/doctor.ts'
import { runTool } from '../server/src/platform/backup/tool.ts'
import { createLog } from '../server/src/platform/log/log.ts'

runTool(async (say, warn) => {
  if (process.argv.length > 2) throw new Error('This command takes no arguments: npm run doctor')
  loadEnvironment(warn)
  const { lines, wrong } = await examine(process.env, createLog('ERROR'))
  for (const line of lines) say(line)
  if (wrong) process.exitCode = 1
})
