import { instanceSettings } from '@parlance/contract/instanceSettings'
import type { Engines } from '../../engines/registry.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { behindFlag } from './behindFlag.ts'
import { createCompliance } from './compliance/compliance.ts'
import type { CurrentInstance } from './currentInstance.ts'
import { flagsWith } from './flags.ts'
import { createApiKeys } from './providers/apiKeys.ts'
import { type CurrentProviders, createCurrentProviders } from './providers/currentProviders.ts'
import { createDeployments } from './providers/deployments.ts'
import { createKeyTests } from './providers/keyChecks.ts'
import { createKeyring, type Keyring } from './providers/keyring.ts'
import { restoreSettings } from './restoring.ts'
import { createSettings } from './settings.ts'
import * as store from './store.ts'

export { changing } from './announced.ts'
export { behindFlag } from './behindFlag.ts'
export {
  type CurrentInstance,
  createCurrentInstance,
  defaultInstanceName,
  type Instance,
} from './currentInstance.ts'
export { configuredFlags, type FlagName, isClientFlag } from './flags.ts'
export type { CurrentSearch } from './providers/currentProviders.ts'
export { lastFourOf, type SearchProvider } from './providers/keyring.ts'
export { readProviderState } from './providers/providerState.ts'
export { searchRequest } from './providers/searchRequest.ts'

/** The providers set on the page, for the engines. */
export interface Providers {
  keyring: Keyring
  current: CurrentProviders
}

export function createProviders(platform: Platform): Providers {
  const keyring = createKeyring(platform.config.secretKey, platform.log)
  return { keyring, current: createCurrentProviders(platform, keyring) }
}

interface Needs {
  instance: CurrentInstance
  providers: Providers
  engines: Engines
}

/** The settings of the whole instance, managed by administrators. */
export function instanceSettingsFeature(
  platform: Platform,
  { instance, providers: { keyring, current: providers }, engines }: Needs,
): void {
  const demandPage = async (tx: Sql) => {
    const flags = flagsWith(instance.configuredFlags, await store.readFlags(tx))
    if (!flags.ShowInstanceSettingsPage) throw new AppError('instanceSettings.off')
  }
  restoreSettings(platform, { instance, engines, demandPage })
  // With a search key, web search becomes available, and with a key and a deployment, image generation.
  const keys: CurrentProviders = {
    ...providers,
    async announce(tx) {
      await providers.announce(tx)
      await instance.announce(tx)
    },
    changed() {
      providers.changed()
      instance.changed()
    },
  }
  const { readShown, ...apiKeys } = createApiKeys(platform, keyring, keys)
  const { updateFeatureFlag, ...settings } = createSettings(platform, {
    instance,
    engines,
    keys: { readShown },
  })
  serve(platform, instanceSettings, {
    ...behindFlag(instance, {
      ...settings,
      ...apiKeys,
      ...createKeyTests(platform, { keyring, providers: keys, engines }),
      ...createDeployments(platform, { providers: keys, demandPage }),
      ...createCompliance(platform, { everything: keys, demandPage }),
    }),
    // Not guarded by the flag: otherwise no one could turn the page on again.
    updateFeatureFlag,
  })
}
