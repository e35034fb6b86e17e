import { exposure } from '@parlance/contract/exposure'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { createService } from './service.ts'

/** Previews who could get answers from what after saving, by running the access query in advance. */
export function exposureFeature(platform: Platform, instance: CurrentInstance): void {
  serve(platform, exposure, createService(platform, instance))
}
