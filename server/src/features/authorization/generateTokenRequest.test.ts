import { GenerateTokenRequest } from '@parlance/contract/authorization'
import { expect, test } from 'vitest'

test('[R-3-007] iGenerateTokenRequest is { idToken, accessToken }', () => {
  expect(Object.keys(GenerateTokenRequest.shape)).toEqual(['idToken', 'accessToken'])
  expect(GenerateTokenRequest.safeParse({ idToken: 'a', accessToken: 'b' }).success).toBe(true)
  expect(GenerateTokenRequest.safeParse({ idToken: 'a' }).success).toBe(false)
  expect(GenerateTokenRequest.safeParse({ accessToken: 'b' }).success).toBe(false)
  expect(GenerateTokenRequest.safeParse({ idToken: 'a', accessToken: 'b', roles: [] }).success).toBe(false)
})
