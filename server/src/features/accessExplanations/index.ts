import { accessExplanations as contract } from '@parlance/contract/accessExplanations'
import { users } from '@parlance/contract/users'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { createService, type Needs } from './service.ts'

/** Explains why a user has access or not: combines roles, policies, groups, and flags. */
export function accessExplanationsFeature(platform: Platform, needs: Needs): void {
  const service = createService(platform, needs)
  serve(platform, contract, { explain: ({ actor, input }) => service.explain(actor, input) })
  const { getProfile } = users
  serve(
    platform,
    { getProfile },
    { getProfile: ({ actor, params }) => service.getProfile(actor, params.userId) },
  )
}
