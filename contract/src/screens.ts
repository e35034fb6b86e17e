import type { Action } from './actions.ts'

export interface Screen {
  path: string
  /** Any one of them opens the page. The first is the one to ask an administrator for. */
  actions: readonly [Action, ...Action[]]
  /** A feature flag that must also be enabled. */
  flag?: 'ShowInstanceSettingsPage'
}

/** The administration pages and the permissions that open them. */
export const screens = {
  dashboard: { path: '/admin', actions: ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'] },
  agents: {
    path: '/admin/gptsystem',
    actions: [
      'GptSystemsRead',
      'GptSystemsCreate',
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
    ],
  },
  fileLibraries: {
    path: '/admin/datasource',
    actions: [
      'DataSourcesRead',
      'DataSourcesCreate',
      'DataSourcesWrite',
      'DataSourcesReadSpecific',
      'DataSourcesWriteSpecific',
    ],
  },
  performanceTests: {
    path: '/admin/performanceTests',
    actions: ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'],
  },
  brands: { path: '/admin/brand', actions: ['BrandsRead', 'BrandsCreate', 'BrandsWrite'] },
  guidelines: {
    path: '/admin/guidelines',
    actions: ['GuidelinesDocumentsRead', 'GuidelinesDocumentsCreate', 'GuidelinesDocumentsWrite'],
  },
  chatAccessPolicies: {
    path: '/admin/chatAccessPolicy',
    actions: ['ChatAccessPoliciesRead', 'ChatAccessPoliciesCreate', 'ChatAccessPoliciesWrite'],
  },
  userRoles: {
    path: '/admin/userRole',
    actions: ['UserRolesRead', 'UserRolesCreate', 'UserRolesWrite'],
  },
  users: {
    path: '/admin/user',
    actions: ['UserRead', 'UserRolePermissionsRead', 'UserRolePermissionsCreate', 'UserRolePermissionsWrite'],
  },
  conversationReads: { path: '/admin/conversationReads', actions: ['UserConversationsRead'] },
  auditLogs: { path: '/admin/audit', actions: ['ConfigurationAuditLogRead'] },
  instanceSettings: {
    path: '/admin/instanceSettings',
    actions: ['InstanceSettingsRead'],
    flag: 'ShowInstanceSettingsPage',
  },
} as const satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens
export const screenNames = Object.keys(screens) as [ScreenName, ...ScreenName[]]
