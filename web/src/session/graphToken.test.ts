import { type AuthenticationResult, InteractionRequiredAuthError } from '@azure/msal-browser'
import { expect, it, vi } from 'vitest'
import { graphToken } from './graphToken.ts'

const account = { username: 'anna' }
const resultWith = (idTokenClaims: object) =>
  ({ accessToken: 'for the person', account, idTokenClaims, scopes: ['User.Read'] }) as AuthenticationResult
const tooMany = {
  _claim_names: { groups: 'src1' },
  _claim_sources: { src1: { endpoint: 'https://evil.example' } },
}

it.each([[{}], [{ groups: ['one'] }], [{ _claim_names: { other: 'src1' } }]])(
  'uses the current token if the ID token with %j contains the groups',
  async (claims) => {
    const acquireTokenSilent = vi.fn()
    expect(await graphToken({ acquireTokenSilent }, resultWith(claims))).toBe('for the person')
    expect(acquireTokenSilent).not.toHaveBeenCalled()
  },
)

it.each([[tooMany], [{ hasgroups: true }]])(
  'requests a token with the groups scope if the groups don’t fit, as in %j',
  async (claims) => {
    const acquireTokenSilent = vi.fn().mockResolvedValue({ accessToken: 'for groups too' })
    expect(await graphToken({ acquireTokenSilent }, resultWith(claims))).toBe('for groups too')
    expect(acquireTokenSilent).toHaveBeenCalledWith({
      scopes: ['User.Read', 'GroupMember.Read.All'],
      account,
    })
  },
)

it('sign-in continues without a redirect if no one has consented to that scope', async () => {
  const acquireTokenSilent = vi
    .fn()
    .mockRejectedValue(new InteractionRequiredAuthError('consent_required', 'AADSTS65001'))
  expect(await graphToken({ acquireTokenSilent }, resultWith(tooMany))).toBe('for the person')
})
