import type { UserRolesText } from '../lang/en.ts'

const labels = {
  Analytics: 'rowAnalytics',
  GptSystems: 'rowGptSystems',
  GptSystemConfigurations: 'rowGptSystemConfigurations',
  DataSources: 'rowDataSources',
  Brands: 'rowBrands',
  GuidelinesDocuments: 'rowGuidelinesDocuments',
  GuidelinesConsents: 'rowGuidelinesConsents',
  ChatAccessPolicies: 'rowChatAccessPolicies',
  UserRoles: 'rowUserRoles',
  User: 'rowUser',
  UserRolePermissions: 'rowUserRolePermissions',
  UserConversations: 'rowUserConversations',
  ConfigurationAuditLog: 'rowConfigurationAuditLog',
  InstanceSettings: 'rowInstanceSettings',
  McpServers: 'rowMcpServers',
  ConfigurationFiles: 'rowConfigurationFiles',
} as const

/** Returns the label of a row's actions. A new, unknown name is shown as it is. */
export const rowLabel = (name: string, t: UserRolesText): string =>
  name in labels ? t(labels[name as keyof typeof labels]) : name
