import { z } from 'zod'
import { endpoint, nothing, text } from './endpoint.ts'

export const InstanceSettings = z.object({
  name: z.string(),
  organizationName: z.string(),
  entraIdSettings: z.object({ clientId: z.string(), tenantId: z.string(), instance: z.string() }),
})

export const FeatureFlag = z.object({ name: z.string(), enabled: z.boolean() })

/** What people are told about their conversations. */
export const DataPolicy = z.object({
  /** Conversations without activity for so many days are deleted. Null: never. */
  retentionDays: z.number().int().nullable(),
  /** For how many days a deleted conversation can be restored. */
  deletedRetentionDays: z.number().int(),
  /** Whether answers link to other sites. */
  linksAllowed: z.boolean(),
  /** Whether images are sent to models. They aren’t if model providers get no personal data. */
  imagesAllowed: z.boolean(),
  /** Whether the server reads the text on attached pictures and scanned pages. */
  scansRead: z.boolean(),
})

/** What is running: the version of the release and, if known, its build. */
export const About = z.object({
  version: z.string(),
  buildId: z.string().nullable(),
  commitHash: z.string().nullable(),
  timestamp: z.string().nullable(),
})

export const ClientError = z.strictObject({
  /** The part of the page in which it happened. */
  component: text(1, 100),
  message: text(0, 1000),
  stack: text(0, 8000),
  version: text(1, 40),
})

export const instance = {
  getSettings: endpoint({
    method: 'GET',
    path: '/api/internal/InstanceSettings',
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    response: InstanceSettings,
    purpose: 'Returns the name of the instance and where people sign in.',
  }),
  listFeatureFlags: endpoint({
    method: 'GET',
    path: '/api/internal/featureFlags',
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    response: z.object({ items: z.array(FeatureFlag) }),
    purpose: 'Returns the feature flags for the client.',
  }),
  getDataPolicy: endpoint({
    method: 'GET',
    path: '/api/internal/dataPolicy',
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    response: DataPolicy,
    purpose:
      'Returns how long conversations are stored, and whether links to other sites are shown and images are sent to models.',
  }),
  getAbout: endpoint({
    method: 'GET',
    path: '/api/internal/about',
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    response: About,
    purpose: 'Returns the running version and its build.',
  }),
  reportClientError: endpoint({
    method: 'POST',
    path: '/api/internal/clientErrors',
    access: 'anyone',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    input: ClientError,
    response: nothing,
    purpose: 'Reports an error in a page to the error reporting service, if one is configured.',
  }),
}
