import { instanceSettings } from '@parlance/contract/instanceSettings'
import type { EngineRegistry } from '../../engines/registry.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'

export function instanceSettingsFeature(platform: Platform, engines: EngineRegistry): void {
  serve(platform, instanceSettings, {
    listDeployments: async () => ({ items: engines.deployments() }),
  })
}
