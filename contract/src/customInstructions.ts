import { z } from 'zod'
import { endpoint, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

const path = '/api/internal/currentUser/customInstructions' as const

const CustomInstructions = z.object({
  /** Whether agents get them. Turning them off keeps the texts. */
  enabled: z.boolean(),
  /** What agents should know about the person. */
  about: z.string(),
  /** How agents should answer and address the person. */
  style: z.string(),
  /** 0 until they are saved for the first time. */
  version: z.number().int(),
  updatedAt: timestamp.nullable(),
})

/** What people tell all agents about themselves, and how they want answers. Everyone sees only their own. */
export const customInstructions = {
  getCustomInstructions: endpoint({
    method: 'GET',
    path,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: CustomInstructions,
    etag: 'answers',
    purpose: 'Returns your custom instructions.',
  }),
  updateCustomInstructions: endpoint({
    method: 'PUT',
    path,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    input: z.strictObject({
      enabled: z.boolean(),
      about: text(0, limits.customInstructions),
      style: text(0, limits.customInstructions),
    }),
    response: CustomInstructions,
    etag: 'required',
    purpose: 'Changes your custom instructions. The next question uses them.',
  }),
}
