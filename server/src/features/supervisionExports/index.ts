import { supervisionExports as contract } from '@parlance/contract/supervisionExports'
import { inSlices } from '../../platform/database/slices.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSecrets } from '../../platform/webhooks/sending.ts'
import { behindFlag, type CurrentInstance } from '../instanceSettings/index.ts'
import { scheduleExporting } from './exporting.ts'
import { ofSupervision } from './personalDataStore.ts'
import { removeOldQuestions } from './positionsStore.ts'
import { createService } from './service.ts'

export { conversationsAreExpected } from './policy.ts'

interface SupervisionExports {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Exports the audit log and, in the compliance mode Strict, metadata of conversations, for supervision. */
export function supervisionExportsFeature(platform: Platform, instance: CurrentInstance): SupervisionExports {
  const { config, database, jobs } = platform
  platform.personalData.add(ofSupervision)
  const secrets = createSecrets(config.secretKey, 'supervisionExport')
  const exporting = scheduleExporting(platform, secrets)
  serve(platform, contract, behindFlag(instance, createService(platform, { secrets, exporting })))
  jobs.schedule('supervisionExports.remove', '11 4 * * *', async () => {
    await inSlices(() => database.transaction(removeOldQuestions))
  })
  return { start: exporting.start, stop: exporting.stop }
}
