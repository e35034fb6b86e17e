import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './baseQuery.ts'

export const tagTypes = [
  'BrandTheme',
  'Conversations',
  'Conversation',
  'DeletedConversations',
  'Segments',
  'Documents',
  'Snapshots',
  'Imports',
  'Agents',
  'ManagedAgents',
  'ManagedAgent',
  'AgentState',
  'AgentPrompts',
  'OwnPrompts',
  'RecentAgents',
  'PinnedAgents',
  'AnalyticsCounts',
  'Me',
  'Notifications',
  'NotificationPreferences',
  'DataSources',
  'DataSource',
  'Files',
  'Brands',
  'Brand',
  'BrandDefaults',
  'UserRoles',
  'UserRole',
  'RoleHolders',
  'Users',
  'User',
  'ChatAccessPolicies',
  'ChatAccessPolicy',
  'AccessExplanations',
  'DataPolicy',
  'FeatureFlags',
  'InstanceSettings',
  'Checklist',
  'Deployments',
  'Tools',
  'Budgets',
  'Compliance',
  'LegalHolds',
  'AnnouncementSettings',
  'Webhooks',
  'WebhookDeliveries',
  'AuditLog',
  'GuidelinesConsents',
] as const

/** The server's data in the store. Each feature adds its endpoints with `api.injectEndpoints`. */
export const api = createApi({ reducerPath: 'api', baseQuery, tagTypes, endpoints: () => ({}) })

/** Dispatches calls. Its state type is only as specific as the cache requires. */
export type ApiDispatch = ThunkDispatch<
  Parameters<typeof api.util.selectInvalidatedBy>[0],
  unknown,
  UnknownAction
>
