import { checklist } from '@parlance/contract/checklist'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { runProbes } from './probe.ts'
import { probes } from './probes.ts'

/**
 * Shows which steps of setting up the instance are done and which are open. It belongs to the settings and is
 * hidden with them.
 */
export function checklistFeature(platform: Platform, instance: CurrentInstance): void {
  const { clock, config, database, log } = platform
  serve(platform, checklist, {
    async get() {
      if (!(await instance.isFeatureOn('ShowInstanceSettingsPage')))
        throw new AppError('instanceSettings.off')
      const looked = { config, db: database.db, embedded: database.embedded, now: clock.now() }
      return { items: await runProbes(probes, looked, log) }
    },
  })
}
