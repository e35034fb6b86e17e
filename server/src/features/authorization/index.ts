import { authorization as contract } from '@parlance/contract/authorization'
import type { Auth } from '../../platform/auth/auth.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Users } from '../users/index.ts'
import { createService } from './service.ts'

/** Exchanges a directory sign-in for a product token. */
export function authorization(platform: Platform, auth: Auth, users: Users): void {
  const service = createService(platform, auth, users)
  serve(platform, contract, { generateToken: (call) => service.generateToken(call) })
}
