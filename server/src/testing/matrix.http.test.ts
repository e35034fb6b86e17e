import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { type Action, actions, isSpecific } from '@parlance/contract/actions'
import type { Access, Endpoint } from '@parlance/contract/endpoint'
import { featureFlagNames } from '@parlance/contract/instanceSettings'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProductTokens } from '../platform/auth/productToken.ts'
import { systemClock } from '../platform/clock.ts'
import { userIdOf } from './access.ts'
import { publishAgent } from './agents.ts'
import { startTestApplication, type TestApplication } from './application.ts'
import { expectedRights } from './calls.ts'
import { call, send } from './client.ts'
import { person } from './people.ts'
import { operations } from './routeTable.ts'
import { createScriptedEngine } from './scriptedEngine.ts'
import { signInOverHttp } from './signIn.ts'
import { publishPage, someVisitor, visit } from './visitors.ts'

// Tries every route as every principal. Generated from the contract and compared with the handwritten access
// table. Authorization happens before a body is read, so calls with random IDs and no body are still decided,
// and change nothing.

interface Principal {
  name: string
  token: string | null
  actions: ReadonlySet<Action>
  specific: readonly { action: Action; entityId: string }[]
  /** The token is the secret of a visitor's session. */
  isVisitor?: boolean
}

/** The object that a path names: the principal's own, another of the same kind, or one that does not exist. */
const objects = ['own', 'other', 'none'] as const
type Objects = Record<(typeof objects)[number], { gptSystemId: string; dataSourceId: string }>

let app: TestApplication
let objectIds: Objects
let principals: Principal[]

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: createScriptedEngine() },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  const library = async (name: string) =>
    (
      await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
        token: await app.token('admin'),
        body: { name },
      })
    ).body.dataSourceId
  objectIds = {
    own: { gptSystemId: await publishAgent(app, 'Own'), dataSourceId: await library('Own') },
    other: { gptSystemId: await publishAgent(app, 'Other'), dataSourceId: await library('Other') },
    none: { gptSystemId: randomUUID(), dataSourceId: randomUUID() },
  }
  principals = await createPrincipals()
})
afterAll(() => app?.remove())

async function createPrincipals(): Promise<Principal[]> {
  const general = actions.filter((action) => !isSpecific(action))
  const { gptSystemId, dataSourceId } = objectIds.own
  const given: { name: string; actions?: Action[]; specific?: Principal['specific'] }[] = [
    { name: 'a plain user' },
    { name: 'a user who can read everything', actions: general.filter((action) => action.endsWith('Read')) },
    {
      name: 'a user who can create everything',
      actions: general.filter((action) => action.endsWith('Create')),
    },
    { name: 'a user with all permissions', actions: general },
    ...general.map((action) => ({ name: `a user with ${action}`, actions: [action] })),
    ...actions.filter(isSpecific).map((action) => ({
      name: `a user with ${action} for one object`,
      specific: [{ action, entityId: action.startsWith('GptSystems') ? gptSystemId : dataSourceId }],
    })),
  ]
  const created = await Promise.all(
    given.map(async ({ name, actions: held = [], specific = [] }): Promise<Principal> => {
      const { token } = await person(app, { actions: held, specific })
      return {
        name,
        token,
        actions: withImplied(['GptSystemsRead', ...held]),
        specific: specificWithImplied(specific),
      }
    }),
  )
  const another = await publishPage(app, objectIds.own.gptSystemId)
  const nothing = { actions: new Set<Action>(), specific: [], isVisitor: true }
  const visitors: Principal[] = [
    { name: 'a visitor', token: (await someVisitor(app)).token, ...nothing },
    { name: 'a visitor of another page', token: (await visit(app, another)).token, ...nothing },
  ]
  return [{ name: 'no one', token: null, actions: new Set(), specific: [] }, ...visitors, ...created]
}

// Written again by hand, to check the application's own rule.
const reading = (action: Action) => action.replace(/Write(Specific)?$/, 'Read$1') as Action
const withImplied = (held: readonly Action[]): ReadonlySet<Action> =>
  new Set([...held, ...held.map(reading).filter((action) => actions.includes(action))])
const specificWithImplied = (held: Principal['specific']): Principal['specific'] =>
  held.flatMap(({ action, entityId }) => [
    { action, entityId },
    { action: reading(action), entityId },
  ])

function expected(
  access: Access,
  { token, actions: held, specific, isVisitor = false }: Principal,
  endpoint: Endpoint,
  ids: Objects['own'],
): 'allowed' | 401 | 403 {
  if (access === 'anyone') return 'allowed'
  if (isVisitor) return access === 'visitor' ? 'allowed' : 401
  if (token === null) return 401
  if (access === 'signedIn') return 'allowed'
  if (access === 'visitor') return 403
  const named = (kind: string) =>
    (kind === 'GptSystems'
      ? endpoint.path.includes('{gptSystemId}')
      : /\{(dataSourceId|fileLibraryId)\}/.test(endpoint.path)) &&
    (kind === 'GptSystems' ? ids.gptSystemId : ids.dataSourceId)
  const may = access.some((action) => {
    if (!isSpecific(action)) return held.has(action)
    const id = named(action.startsWith('GptSystems') ? 'GptSystems' : 'DataSources')
    return specific.some((right) => right.action === action && (!id || right.entityId === id))
  })
  return may ? 'allowed' : 403
}

const pathOf = ({ path }: Endpoint, ids: Objects['own']): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(
      (ids as Record<string, string>)[name === 'fileLibraryId' ? 'dataSourceId' : name] ??
        { identityProvider: 'EntraId', brandKey: 'no-brand', gptPublicEndpoint: 'no-page' }[name] ??
        randomUUID(),
    ),
  )

/** Sends a request whose outcome depends only on the sender. Does not wait for a stream or file. */
async function decide(endpoint: Endpoint, ids: Objects['own'], token: string | null): Promise<number> {
  const control = new AbortController()
  const body = endpoint.method === 'GET' || endpoint.kind === 'upload' ? {} : { body: { nothing: 'known' } }
  const response = await send(app, pathOf(endpoint, ids), {
    method: endpoint.method,
    ...(token ? { token } : {}),
    ...body,
    signal: control.signal,
  })
  // Without an abort, the next request uses the same connection.
  if (response.body && response.headers.get('content-type')?.includes('json')) await response.arrayBuffer()
  else control.abort()
  return response.status
}

interface Cell {
  route: string
  principal: string
  object: string
  expected: string
  got: number
}

const fits = (wanted: 'allowed' | 401 | 403, got: number) =>
  wanted === 'allowed' ? got !== 401 && got !== 403 && got < 500 : got === wanted

/**
 * Tries every route as every principal on every kind of object. Returns the number of cells and those that
 * differ from the access rules.
 */
async function tryAll(
  rights: Record<string, Access>,
  only: readonly [string, Endpoint][] = operations,
  by: readonly Principal[] = principals,
): Promise<{ cells: number; wrong: Cell[] }> {
  const wrong: Cell[] = []
  let cells = 0
  for (const [route, endpoint] of only) {
    // Ends the session that it is called with.
    if (route === 'sessions.logout') continue
    const kinds = /\{(gptSystemId|dataSourceId|fileLibraryId)\}/.test(endpoint.path)
      ? objects
      : (['none'] as const)
    for (const object of kinds) {
      const ids = objectIds[object]
      const got = await Promise.all(by.map(({ token }) => decide(endpoint, ids, token)))
      for (const [index, principal] of by.entries()) {
        const wanted = expected(rights[route] ?? 'anyone', principal, endpoint, ids)
        const status = got[index] ?? 0
        cells += 1
        if (!fits(wanted, status))
          wrong.push({ route, principal: principal.name, object, expected: String(wanted), got: status })
      }
    }
  }
  return { cells, wrong }
}

describe('every route × every principal × every kind of object', () => {
  test('[R-6-028] [A15] [A16] [S30] is allowed or refused as the access rules say, and every route has a rule', async () => {
    expect(Object.keys(expectedRights).sort()).toEqual(operations.map(([name]) => name).sort())
    const { cells, wrong } = await tryAll(expectedRights as Record<string, Access>)
    expect(wrong).toEqual([])
    process.stdout.write(
      `access: ${cells} cells of ${operations.length} routes and ${principals.length} principals\n`,
    )
    expect(cells).toBeGreaterThan(operations.length * principals.length)
  })

  test.each([
    ['brands.updateBrand', ['BrandsRead']],
    ['users.setDisabled', 'signedIn'],
    ['agents.updatePublishing', 'anyone'],
  ] as const)('detects that the access of %s is wrongly declared as %j', async (route, broken) => {
    const only = operations.filter(([name]) => name === route)
    const rights = { ...(expectedRights as Record<string, Access>), [route]: broken as unknown as Access }
    const { wrong } = await tryAll(rights, only)
    expect(wrong.length).toBeGreaterThan(0)
  })
})

describe('feature flags', () => {
  const set = async (name: string, enabled: boolean) =>
    call(app, `/api/internal/featureFlags/${name}`, {
      token: await app.token('admin'),
      method: 'PUT',
      body: { enabled },
    })
  afterAll(async () => {
    for (const name of ['ShowInstanceSettingsPage', 'AllowUserCreatedGptSystems']) await set(name, true)
  })

  // Eight settings in which any two of the seven flags have all four combinations.
  const settings = Array.from({ length: 8 }, (_, row) =>
    featureFlagNames.map((name, index) => [name, parity(row & (index + 1))] as const),
  )
  function parity(bits: number): boolean {
    return [...bits.toString(2)].filter((bit) => bit === '1').length % 2 === 1
  }

  test.each(settings.map((one) => [one.filter(([, on]) => on).map(([name]) => name), one] as const))(
    '[A17] only %j: nothing becomes open that was closed',
    async (_on, setting) => {
      for (const [name, enabled] of setting) expect((await set(name, enabled)).status).toBe(200)
      const few = ['no one', 'a visitor', 'a plain user', 'a user who can read everything']
      const { cells, wrong } = await tryAll(
        expectedRights as Record<string, Access>,
        operations.filter(([, { access }]) => access !== 'anyone'),
        principals.filter(({ name }) => few.includes(name)),
      )
      // A flag can close what a permission opens.
      expect(wrong.filter((cell) => cell.expected !== 'allowed' || cell.got >= 500)).toEqual([])
      expect(cells).toBeGreaterThan(500)
    },
  )
})

test('[A18] the owner is in every row that belongs to a user, and the database accepts no other', async () => {
  const { db } = app.platform.database
  const columns = await sql<{ of: string; nullable: boolean }>`
    select table_name || '.' || column_name as of, is_nullable = 'YES' as nullable from information_schema.columns
    where table_schema = current_schema() and column_name in ('owner_user_id', 'user_id', 'owner', 'owner_id')
    order by 1`.execute(db)
  const nullable = columns.rows.filter((one) => one.nullable).map(({ of }) => of)
  // Each of these is one of two, by a CHECK of its table: a user or a group, a user or a role, a personal agent
  // or a system agent, a user or a visitor's session. A consent is of either, or of no one once its user is erased. So is a statement of
  // an erasure.
  expect(nullable).toEqual([
    'agent_share.user_id',
    'attachment.owner_user_id',
    'conversation.owner_user_id',
    'conversation_read.user_id',
    'conversation_segment.owner_user_id',
    'erasure.user_id',
    'gpt_system.owner_user_id',
    'guidelines_consent.user_id',
    'legal_hold.user_id',
    'role_entity_configuration.user_id',
    'user_role_assignment.user_id',
    'vision_image.owner_user_id',
  ])
  expect(columns.rows.length).toBeGreaterThan(12)
  const anna = await userIdOf(app, 'anna')
  for (const statement of [
    sql`insert into gpt_system (id, gpt_system_type, owner_user_id) values (gen_random_uuid(), 'User', null)`,
    sql`insert into agent_share (id, gpt_system_id, share_right) values (gen_random_uuid(), ${objectIds.own.gptSystemId}, 'Use')`,
    sql`insert into user_prompt (id, user_id, title, text) values (gen_random_uuid(), null, 'x', 'x')`,
    sql`update conversation set owner_user_id = null`,
    sql`update attachment set owner_user_id = null where owner_user_id = ${anna}`,
  ])
    await statement.execute(db).then(
      ({ numAffectedRows }) => expect(numAffectedRows ?? 0n).toBe(0n),
      (error: { code: string }) => expect(['23502', '23514']).toContain(error.code),
    )
})

describe('forged tokens', () => {
  test('[A24] [S34] open no route', async () => {
    const forged = await forgeries()
    const wrong: string[] = []
    let cells = 0
    for (const [route, endpoint] of operations) {
      if (endpoint.access === 'anyone') continue
      const answers = await Promise.all(
        Object.entries(forged).map(async ([name, token]) => ({
          name,
          status: await decide(endpoint, objectIds.none, token),
        })),
      )
      cells += answers.length
      for (const { name, status } of answers) if (status !== 401) wrong.push(`${route} ${name} ${status}`)
    }
    expect(wrong).toEqual([])
    process.stdout.write(`forged tokens: ${cells} cells\n`)
    expect(cells).toBeGreaterThan(500)
  })
})

/** Returns real tokens, each with one thing wrong. */
async function forgeries(): Promise<Record<string, string>> {
  const someone = await person(app)
  const real = someone.token
  const [head = '', body = '', signature = ''] = real.split('.')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>
  const hmac = (text: string, key: string | Buffer) =>
    createHmac('sha256', key).update(text).digest('base64url')
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const past = { ...systemClock, now: () => new Date(Date.now() - 7_200_000) }
  const others = { userId: randomUUID(), sessionId: String(claims.sid) }
  const tokens = createProductTokens(app.config.secretKey, systemClock)
  return {
    'without an algorithm': `${part({ alg: 'none', typ: 'JWT' })}.${body}.x`,
    'with a differently spelled algorithm': `${part({ alg: 'None' })}.${body}.${signature}`,
    'signed with an unknown key': `${head}.${body}.${hmac(`${head}.${body}`, 'changeme')}`,
    'signed with the raw secret': `${head}.${body}.${hmac(`${head}.${body}`, app.config.secretKey)}`,
    'signed with a public key': `${head}.${body}.${hmac(`${head}.${body}`, pem)}`,
    'signed with another kind of key': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) as never })
      .sign(privateKey),
    'with its own key': `${part({ alg: 'HS256', jku: 'https://example.invalid/keys' })}.${body}.${signature}`,
    'with changed claims': `${head}.${part({ ...claims, sub: randomUUID() })}.${signature}`,
    'that has expired': await createProductTokens(app.config.secretKey, past).issue({
      userId: someone.userId,
      sessionId: String(claims.sid),
    }),
    'of someone else’s session': await tokens.issue(others),
    'without a session': await tokens.issue({ userId: someone.userId, sessionId: randomUUID() }),
    'from the directory': (await signInOverHttp(app, 'chloe', 'parlance')).idToken,
  }
}
