import { z } from 'zod'
import { endpoint, nothing } from './endpoint.ts'

/** The most files counted as waiting. */
export const mostWaitingFiles = 10_000

export const VectorIndexStatus = z.object({
  /**
   * `Off`: no embedding deployment is set. `Waiting`: the provider can’t be reached yet. `Building`: passages are being
   * embedded, and the search uses words, or the vectors of the former deployment.
   */
  state: z.enum(['Off', 'Waiting', 'Building', 'Ready']),
  /** Null until the deployment has answered. */
  dimensions: z.number().int().nullable(),
  /** Files that still need vectors, at most `mostWaitingFiles`. */
  waitingFiles: z.number().int(),
  /** The error code of the provider’s last answer, or null if it worked. */
  problem: z.string().nullable(),
  /** All passages in file libraries, and the approximate number of tokens that embedding them takes. */
  passages: z.number().int(),
  tokens: z.number().int(),
})

/** The search by meaning in all file libraries. Requires the flag ShowInstanceSettingsPage. */
export const vectorIndex = {
  getStatus: endpoint({
    kind: 'json',
    method: 'GET',
    path: '/api/internal/instanceSettings/vectorIndex',
    access: ['InstanceSettingsRead'],
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    response: VectorIndexStatus,
    purpose:
      'Returns how far the vectors of all file libraries are, and how many tokens creating them takes.',
  }),
}
