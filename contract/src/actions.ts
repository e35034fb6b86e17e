/** All action names of the product. Permissions are lists of these names and nothing else. */
export const actions = [
  'GptSystemsRead',
  'GptSystemsCreate',
  'GptSystemsWrite',
  'GptSystemsReadSpecific',
  'GptSystemsWriteSpecific',
  'GptSystemConfigurationsRead',
  'GptSystemsPublish',
  'GptSystemsApprove',
  'DataSourcesRead',
  'DataSourcesCreate',
  'DataSourcesWrite',
  'DataSourcesReadSpecific',
  'DataSourcesWriteSpecific',
  'BrandsRead',
  'BrandsCreate',
  'BrandsWrite',
  'ChatAccessPoliciesRead',
  'ChatAccessPoliciesCreate',
  'ChatAccessPoliciesWrite',
  'UserRolesRead',
  'UserRolesCreate',
  'UserRolesWrite',
  'GuidelinesDocumentsRead',
  'GuidelinesDocumentsCreate',
  'GuidelinesDocumentsWrite',
  'GuidelinesConsentsRead',
  'UserRead',
  'UserCreate',
  'UserWrite',
  'UserRolePermissionsRead',
  'UserRolePermissionsCreate',
  'UserRolePermissionsWrite',
  'UserConversationsRead',
  'AnalyticsRead',
  'AnalyticsCreate',
  'AnalyticsWrite',
  'ConfigurationAuditLogRead',
  'InstanceSettingsRead',
  'InstanceSettingsWrite',
  'McpServersRead',
  'McpServersCreate',
  'McpServersWrite',
  'ConfigurationFilesRead',
  'ConfigurationFilesWrite',
] as const

export type Action = (typeof actions)[number]

/** Actions granted for specific agents or data sources, through the role's entity configuration. */
export const specificActions = [
  'GptSystemsReadSpecific',
  'GptSystemsWriteSpecific',
  'DataSourcesReadSpecific',
  'DataSourcesWriteSpecific',
] as const satisfies readonly Action[]
export type SpecificAction = (typeof specificActions)[number]

const names: ReadonlySet<string> = new Set(actions)

export const isSpecific = (action: Action): action is SpecificAction => action.endsWith('Specific')

/** Returns the action that another one includes: Write includes Read, for all objects or for a specific one. */
export function implied(action: Action): Action | null {
  const reading = action.replace(/Write(Specific)?$/, 'Read$1')
  return reading !== action && names.has(reading) ? (reading as Action) : null
}

/** Returns the given actions and those they imply, in the product's order. */
export function resolveActions(given: Iterable<Action>): Action[] {
  const all = new Set<Action>()
  for (const action of given) {
    all.add(action)
    const reading = implied(action)
    if (reading) all.add(reading)
  }
  return actions.filter((action) => all.has(action))
}

/** Returns the administration area of an action, which is its name without the kind of access. */
export const areaOf = (action: Action): string =>
  action
    .replace(/(Read|Write|Create|Publish|Approve)(Specific)?$/, '')
    .replace('GptSystemConfigurations', 'GptSystems')
    .replace('GuidelinesConsents', 'GuidelinesDocuments')
