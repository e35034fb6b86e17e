import { z } from 'zod'
import { LanguageEngine } from './agents.ts'
import { endpoint, nothing } from './endpoint.ts'

export const instanceSettings = {
  listDeployments: endpoint({
    kind: 'json',
    method: 'GET',
    path: '/api/internal/instanceSettings/deployments',
    access: ['InstanceSettingsRead'],
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: nothing,
    response: z.object({
      items: z.array(
        z.object({
          languageEngine: LanguageEngine,
          deploymentName: z.string(),
          source: z.enum(['Screen', 'Environment']),
          contextTokens: z.number().int(),
          maxOutputTokens: z.number().int(),
          reasoning: z.boolean(),
        }),
      ),
    }),
    purpose: 'The model deployments that agents can be set to.',
  }),
}
