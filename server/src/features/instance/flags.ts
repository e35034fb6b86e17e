import { type Config, ConfigError } from '../../config.ts'
import { isDemo } from '../../platform/auth/demo.ts'

export interface FeatureFlag {
  name: string
  enabled: boolean
}

const names = ['ShowFooter', 'ShowInstanceSettingsPage', 'AllowUserCreatedGptSystems'] as const
type Name = (typeof names)[number]

export function isFeatureOn(config: Config, name: Name): boolean {
  return featureFlags(config.featureFlags, isDemo(config)).some((flag) => flag.name === name && flag.enabled)
}

/**
 * The flags that the client knows: their defaults, changed by FEATURE_FLAGS. An entry is a name (on), `Name=true` or
 * `Name=false`; one that is not understood stops the start.
 */
export function featureFlags(settings: string[], demo: boolean): FeatureFlag[] {
  const enabled: Record<Name, boolean> = {
    ShowFooter: demo,
    ShowInstanceSettingsPage: true,
    AllowUserCreatedGptSystems: demo,
  }
  const faults: string[] = []
  for (const setting of settings) {
    const [name = '', value = 'true'] = setting.split('=').map((part) => part.trim())
    if (!names.includes(name as Name)) faults.push(`FEATURE_FLAGS: ${name} is none of ${names.join(', ')}`)
    else if (value !== 'true' && value !== 'false')
      faults.push(`FEATURE_FLAGS: ${name} must be true or false`)
    else enabled[name as Name] = value === 'true'
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return names.map((name) => ({ name, enabled: enabled[name] }))
}
