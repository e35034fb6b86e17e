import { featureFlagNames } from '@parlance/contract/instanceSettings'
import { ConfigError } from '../../config/config.ts'

export type FlagName = (typeof featureFlagNames)[number]
export type Flags = Readonly<Record<FlagName, boolean>>

/**
 * The flags that pages need before anyone has signed in. The others are visible only to users who can see the
 * settings.
 */
const clientFlags: readonly FlagName[] = [
  'ShowFooter',
  'ShowInstanceSettingsPage',
  'AllowUserCreatedGptSystems',
  'AllowConversationSnapshots',
]

export const isClientFlag = (name: FlagName): boolean => clientFlags.includes(name)

/**
 * Returns the flags until they are set on the page: the defaults, changed by FEATURE_FLAGS. An entry is a name
 * (on), `Name=true`, or `Name=false`; an invalid one prevents startup.
 */
export function configuredFlags(settings: string[], demo: boolean): Flags {
  const enabled: Record<FlagName, boolean> = {
    ShowFooter: demo,
    ShowInstanceSettingsPage: true,
    AllowUserCreatedGptSystems: demo,
    AllowPersonalAccessKeys: false,
    AllowConversationSnapshots: demo,
    AllowPublicEndpoints: false,
    AllowMcp: false,
  }
  const errors: string[] = []
  for (const setting of settings) {
    const [name = '', value = 'true'] = setting.split('=').map((part) => part.trim())
    if (!isFlagName(name))
      errors.push(`FEATURE_FLAGS: ${name} is unknown. Use one of ${featureFlagNames.join(', ')}`)
    else if (value !== 'true' && value !== 'false')
      errors.push(`FEATURE_FLAGS: ${name} must be true or false`)
    else enabled[name] = value === 'true'
  }
  if (errors.length > 0) throw new ConfigError(errors)
  return enabled
}

/** Returns the flags, where values set on the page take precedence. */
export function flagsWith(configured: Flags, rows: readonly { name: string; enabled: boolean }[]): Flags {
  const known = rows.filter((row) => isFlagName(row.name))
  return { ...configured, ...Object.fromEntries(known.map(({ name, enabled }) => [name, enabled])) }
}

function isFlagName(name: string): name is FlagName {
  return featureFlagNames.includes(name as FlagName)
}
