import { z } from 'zod'
import { endpoint, nothing } from './endpoint.ts'

export const InstanceSettings = z.object({
  name: z.string(),
  organizationName: z.string(),
  entraIdSettings: z.object({ clientId: z.string(), tenantId: z.string(), instance: z.string() }),
})

export const FeatureFlag = z.object({ name: z.string(), enabled: z.boolean() })

/** What runs: the release's version, and which build of it, as far as the build could say. */
export const About = z.object({
  version: z.string(),
  buildId: z.string().nullable(),
  commitHash: z.string().nullable(),
  timestamp: z.string().nullable(),
})

export const instance = {
  getSettings: endpoint({
    kind: 'json',
    method: 'GET',
    path: '/api/internal/InstanceSettings',
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: nothing,
    response: InstanceSettings,
    purpose: 'The name of the instance and where its people sign in.',
  }),
  listFeatureFlags: endpoint({
    kind: 'json',
    method: 'GET',
    path: '/api/internal/featureFlags',
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: nothing,
    response: z.object({ items: z.array(FeatureFlag) }),
    purpose: 'The feature flags that the client knows.',
  }),
  getAbout: endpoint({
    kind: 'json',
    method: 'GET',
    path: '/api/internal/about',
    access: 'anyone',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: nothing,
    response: About,
    purpose: 'The version that runs, and its build.',
  }),
}
