import { z } from 'zod'
import { endpoint, id, nothing } from './endpoint.ts'
import { SessionRow } from './users.ts'

export const IdentityProvider = z.enum(['EntraId'])

/**
 * iGenerateTokenRequest. Only the ID token proves identity. The access token is for the directory's Graph API.
 */
export const GenerateTokenRequest = z.strictObject({
  idToken: z.string().min(1).max(32_000),
  accessToken: z.string().min(1).max(32_000),
})

export const authorization = {
  generateToken: endpoint({
    method: 'POST',
    path: '/api/internal/authorization/{identityProvider}/GenerateToken',
    access: 'anyone',
    rate: 'signIn',
    audit: 'none',
    idempotency: 'none',
    params: z.strictObject({ identityProvider: IdentityProvider }),
    input: GenerateTokenRequest,
    response: z.object({ n1AIToken: z.string() }),
    purpose: 'Exchanges a directory sign-in for a product token.',
  }),
}

export const sessions = {
  logout: endpoint({
    method: 'DELETE',
    path: '/api/internal/currentUser/sessions/current',
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    response: nothing,
    purpose: 'Revokes the session of the token used for this call.',
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/internal/currentUser/sessions',
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: z.object({ items: z.array(SessionRow) }),
    purpose: 'Lists your sessions.',
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/internal/currentUser/sessions/{sessionId}',
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: z.strictObject({ sessionId: id }),
    response: nothing,
    purpose: 'Ends one of your sessions.',
  }),
}
