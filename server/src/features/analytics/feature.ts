import { analytics as contract } from '@parlance/contract/analytics'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import * as store from './store.ts'

/** Counts the contents of the instance and how much it is used. */
export default function analyticsFeature(platform: Platform): void {
  const { clock, database } = platform
  serve(platform, contract, { getCounts: () => store.readCounts(database.db, clock.now()) })
}
