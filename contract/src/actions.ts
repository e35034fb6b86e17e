/** Every action name of the product. Rights are lists of these names and nothing else. */
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

/** The actions that are held for single agents or data sources, by the role entity configuration. */
export const specificActions = [
  'GptSystemsReadSpecific',
  'GptSystemsWriteSpecific',
  'DataSourcesReadSpecific',
  'DataSourcesWriteSpecific',
] as const satisfies readonly Action[]
export type SpecificAction = (typeof specificActions)[number]

const names: ReadonlySet<string> = new Set(actions)

export const isSpecific = (action: Action): action is SpecificAction => action.endsWith('Specific')

/** What an action brings with it: who may write may read, all of them or the one. */
export function implied(action: Action): Action | null {
  const reading = action.replace(/Write(Specific)?$/, 'Read$1')
  return reading !== action && names.has(reading) ? (reading as Action) : null
}

/** The actions given with those that they imply, in the product's order. */
export function resolveActions(given: Iterable<Action>): Action[] {
  const all = new Set<Action>()
  for (const action of given) {
    all.add(action)
    const reading = implied(action)
    if (reading) all.add(reading)
  }
  return actions.filter((action) => all.has(action))
}

/** The area of the administration that an action belongs to: its name without what it allows there. */
export const areaOf = (action: Action): string =>
  action
    .replace(/(Read|Write|Create|Publish|Approve)(Specific)?$/, '')
    .replace('GptSystemConfigurations', 'GptSystems')
    .replace('GuidelinesConsents', 'GuidelinesDocuments')
