import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './baseQuery.ts'

export const tagTypes = [
  'BrandTheme',
  'Conversations',
  'Conversation',
  'Segments',
  'Agents',
  'Me',
  'DataSources',
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
  'FeatureFlags',
  'InstanceSettings',
  'Deployments',
  'Tools',
  'AuditLog',
] as const

/** The server's data in the store. Each feature adds its endpoints with `api.injectEndpoints`. */
export const api = createApi({ reducerPath: 'api', baseQuery, tagTypes, endpoints: () => ({}) })
