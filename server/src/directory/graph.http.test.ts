import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../testing/application.ts'
import { discover, requestTokens, type SignedIn, signInOverHttp } from '../testing/signIn.ts'

let app: TestApplication
let anna: SignedIn
let graph: string
beforeAll(async () => {
  app = await startTestApplication()
  anna = await signInOverHttp(app, 'anna')
  graph = `${(await discover(app)).authority}/v1.0`
})
afterAll(() => app?.remove())

async function accessToken(scope: string): Promise<string> {
  const form = { grant_type: 'refresh_token', refresh_token: anna.refreshToken, scope: `openid ${scope}` }
  return (await requestTokens(app, form)).accessToken
}
const get = (path: string, token: string) =>
  fetch(`${graph}${path}`, { headers: { authorization: `Bearer ${token}` } })

test('identifies the token’s user in /me', async () => {
  const response = await get('/me', await accessToken('User.Read'))
  expect(await response.json()).toMatchObject({
    displayName: 'Anna Lindqvist',
    userPrincipalName: 'anna',
    mail: 'anna@parlance.example',
  })
})

test('[R-7-022] [R-7-023] returns /groups in pages that link to the next one on the graph’s own host', async () => {
  const token = await accessToken('GroupMember.Read.All')
  const names: string[] = []
  let pages = 0
  for (let url: string | undefined = `${graph}/groups?$top=2`; url; pages += 1) {
    const response: Response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const page = (await response.json()) as { value: { displayName: string }[]; '@odata.nextLink'?: string }
    for (const group of page.value) {
      expect(group).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        displayName: expect.any(String),
        description: expect.any(String),
      })
    }
    names.push(...page.value.map((group) => group.displayName))
    url = page['@odata.nextLink']
    if (url) expect(new URL(url).origin).toBe(app.origin)
  }
  expect(pages).toBe(2)
  expect(names).toEqual(['Customer Care', 'Engineering', 'People and Culture'])
})

test('lists the user’s group IDs in getMemberGroups', async () => {
  const response = await fetch(`${graph}/me/getMemberGroups`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessToken('GroupMember.Read.All')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ securityEnabledOnly: true }),
  })
  expect(await response.json()).toEqual({ value: ['5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d01'] })
})

test('rejects a token without the required scope', async () => {
  const refused = await get('/groups', await accessToken('User.Read'))
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: { code: 'Authorization_RequestDenied' } })
  expect((await get('/me', await accessToken('GroupMember.Read.All'))).status).toBe(403)
})

test.each([
  ['no token', () => ''],
  ['an ID token', () => anna.idToken],
  ['a product token', () => anna.token],
  ['a refresh token', () => anna.refreshToken],
  ['garbage', () => 'garbage'],
])('rejects %s', async (_name, token) => {
  const response = await get('/me', token())
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: { code: 'InvalidAuthenticationToken' } })
})

test('rejects malformed requests', async () => {
  const token = await accessToken('GroupMember.Read.All')
  for (const query of [
    '$top=0',
    '$top=1000',
    '$top=x',
    '$skiptoken=x',
    "$skiptoken='; drop table app_user",
  ]) {
    expect((await get(`/groups?${query}`, token)).status).toBe(400)
  }
  const post = (body: string) =>
    fetch(`${graph}/me/getMemberGroups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    })
  for (const body of ['', 'x', '[]', '{}', '{"securityEnabledOnly":1}', `{"a":"${'x'.repeat(9000)}"}`]) {
    expect((await post(body)).status).toBe(400)
  }
  expect((await get('/users', token)).status).toBe(404)
  expect((await get('/me/getMemberGroups', token)).status).toBe(405)
})
