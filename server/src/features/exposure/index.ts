import { exposure } from '@parlance/contract/exposure'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { createService } from './service.ts'

/** Who could get answers from what, were something saved: the question of access, asked before. */
export function exposureFeature(platform: Platform, instance: CurrentInstance): void {
  serve(platform, exposure, createService(platform, instance))
}
