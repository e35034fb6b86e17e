import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import type { CurrentInstance } from './currentInstance.ts'

/** Refuses the calls for everyone while the settings page is turned off. */
export function behindFlag<H extends object>(instance: CurrentInstance, handlers: H): H {
  const guarded = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (call: Call) => {
      if (!(await instance.isFeatureOn('ShowInstanceSettingsPage')))
        throw new AppError('instanceSettings.off')
      return (handler as (call: Call) => Promise<unknown>)(call)
    },
  ])
  return Object.fromEntries(guarded) as H
}
