import type { Action } from '@parlance/contract/actions'

/** Which actions open which page of the administration: any one of a list. The first is the one to be asked for. */
export const adminActions = {
  dashboard: ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'],
  agents: [
    'GptSystemsRead',
    'GptSystemsCreate',
    'GptSystemsWrite',
    'GptSystemsReadSpecific',
    'GptSystemsWriteSpecific',
  ],
  fileLibraries: [
    'DataSourcesRead',
    'DataSourcesCreate',
    'DataSourcesWrite',
    'DataSourcesReadSpecific',
    'DataSourcesWriteSpecific',
  ],
  brands: ['BrandsRead', 'BrandsCreate', 'BrandsWrite'],
  guidelines: ['GuidelinesDocumentsRead', 'GuidelinesDocumentsCreate', 'GuidelinesDocumentsWrite'],
  chatAccessPolicies: ['ChatAccessPoliciesRead', 'ChatAccessPoliciesCreate', 'ChatAccessPoliciesWrite'],
  userRoles: ['UserRolesRead', 'UserRolesCreate', 'UserRolesWrite'],
  users: ['UserRead', 'UserRolePermissionsRead', 'UserRolePermissionsCreate', 'UserRolePermissionsWrite'],
  auditLogs: ['ConfigurationAuditLogRead'],
  instanceSettings: ['InstanceSettingsRead'],
} as const satisfies Record<string, readonly [Action, ...Action[]]>
