import { personalData as contract } from '@parlance/contract/personalData'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { ownCounters } from '../usage/index.ts'
import type { Users } from '../users/index.ts'
import { createBuilder } from './builder.ts'
import { ERASING, scheduleErasing } from './erasing.ts'
import { createErasures } from './erasures.ts'
import { createExports, removeExpired } from './exports.ts'
import { ofRequests } from './personalDataStore.ts'
import { heldInRequests } from './store.ts'

export interface PersonalDataRequests {
  /** Continues what a shutdown or a crash interrupted. */
  start(): Promise<void>
  stop(): Promise<void>
}

interface Needs {
  instance: CurrentInstance
  users: Pick<Users, 'leave' | 'requireAbove'>
}

/** Requests of people about their data: to get it, and to have it erased. Created after the features that register it. */
export function personalDataFeature(platform: Platform, { instance, users }: Needs): PersonalDataRequests {
  const { erasure, jobs, log, personalData } = platform
  const builder = createBuilder(platform, instance)
  personalData.add(...ofRequests)
  // After the conversations, whose running answers refer to the counters.
  erasure.add(...heldInRequests, ownCounters)
  scheduleErasing(platform)
  jobs.schedule('dataExports.removeExpired', '7,27,47 * * * *', () => removeExpired(platform))
  const { previewTransfer: _, transferAgents: __, ...group } = contract
  serve(platform, group, {
    ...createExports(platform, { instance, users, builder }),
    ...createErasures(platform, { instance, users }),
  })
  return {
    async start() {
      await builder.start()
      jobs.send(ERASING, {}).catch((cause: unknown) => log.warn('users.erasedLater', {}, cause))
    },
    stop: () => builder.stop(),
  }
}
