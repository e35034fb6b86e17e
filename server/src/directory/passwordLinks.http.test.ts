import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Action } from '@parlance/contract/actions'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import {
  assignRole,
  type CreatedUser,
  createPerson,
  createRole,
  userIdOf,
  usersPath,
} from '../testing/access.ts'
import { startTestApplication, type TestApplication } from '../testing/application.ts'
import { createBrand } from '../testing/brands.ts'
import { call, type JsonAnswer } from '../testing/client.ts'
import { goodPassword, setPassword } from '../testing/passwordLinks.ts'
import { rawRequest } from '../testing/rawRequest.ts'
import { authorize, generateToken, requestTokens, signInOverHttp } from '../testing/signIn.ts'

const MINUTE_MS = 60_000
let app: TestApplication
let clockIsAheadByMs = 0
const clock: Clock = {
  now: () => new Date(Date.now() + clockIsAheadByMs),
  monotonicMs: () => performance.now(),
}
beforeAll(async () => {
  app = await startTestApplication({ clock })
})
afterAll(() => app?.remove())
afterEach(() => {
  clockIsAheadByMs = 0
})

const linkOf = (person: CreatedUser) => person.passwordLink ?? ''

async function newLink(
  userId: string,
  token: string,
): Promise<JsonAnswer<{ passwordLink: string; code: string; errors: { message: string }[] }>> {
  return call(app, `${usersPath}/${userId}/passwordLink`, { token, method: 'POST', body: {} })
}

/** Creates a user with a password and these permissions in addition to the default ones. */
async function signedInWith(...actions: Action[]): Promise<{ userId: string; token: string }> {
  const person = await createPerson(app)
  const role = await createRole(app, actions)
  await assignRole(app, person.userId, role.userRoleId)
  await setPassword(linkOf(person))
  return { userId: person.userId, token: (await signInOverHttp(app, person.userName, goodPassword)).token }
}

describe('a link that sets a password', () => {
  test('[R-1-028] lets an invited user choose a password once and sign in with it', async () => {
    const person = await createPerson(app)
    expect(linkOf(person)).toMatch(
      new RegExp(`^${app.origin}/directory/${app.config.directory.tenantId}/v2.0/password#[\\w-]{43}$`),
    )
    await expect(signInOverHttp(app, person.userName, goodPassword)).rejects.toThrow('401')
    const set = await setPassword(linkOf(person))
    expect(set.status).toBe(303)
    const done = await fetch(new URL(set.headers.get('location') ?? '', linkOf(person)))
    const text = await done.text()
    expect(text).toContain('Your password is set')
    expect(text).toContain(`<a href="${app.origin}/">Sign in</a>`)
    const { token } = await signInOverHttp(app, person.userName, goodPassword)
    const me = await call(app, '/api/internal/currentUser', { token })
    expect(me.body).toMatchObject({ userId: person.userId })
    const again = await setPassword(linkOf(person), 'another lantern of brass')
    expect(again.status).toBe(400)
    await expect(signInOverHttp(app, person.userName, 'another lantern of brass')).rejects.toThrow('401')
  })

  test('works for only one of several concurrent submissions', async () => {
    const person = await createPerson(app)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => setPassword(linkOf(person), `the lantern number ${index}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400, 400])
  })

  test('is rejected like an unknown link after 30 minutes', async () => {
    const person = await createPerson(app)
    clockIsAheadByMs += 30 * MINUTE_MS + 1000
    const expired = await setPassword(linkOf(person))
    const unknown = await setPassword(linkOf(person).replace(/#.+/, `#${'x'.repeat(43)}`))
    const bad = await setPassword(linkOf(person).replace(/#.+/, `#${'x'.repeat(43)}`), 'short')
    const pages = await Promise.all([expired, unknown, bad].map((answer) => answer.text()))
    const plain = pages.map((page) => page.replace(/nonce="[^"]+"/, ''))
    expect([expired.status, unknown.status, bad.status]).toEqual([400, 400, 400])
    expect(plain[0]).toContain('This link no longer works')
    expect(plain[1]).toBe(plain[0])
    expect(plain[2]).toBe(plain[0])
  })

  test('doesn’t work for a user who was disabled in the meantime', async () => {
    const person = await createPerson(app)
    const admin = await app.token('admin')
    const body = { disabled: true }
    await call(app, `${usersPath}/${person.userId}/disabled`, { token: admin, method: 'PUT', body })
    expect((await setPassword(linkOf(person))).status).toBe(400)
    expect((await newLink(person.userId, admin)).body.code).toBe('user.disabled')
  })

  test('ends all directory sessions of its account', async () => {
    const person = await createPerson(app)
    await setPassword(linkOf(person))
    const { cookies, refreshToken } = await signInOverHttp(app, person.userName, goodPassword)
    const { body } = await newLink(person.userId, await app.token('admin'))
    await setPassword(body.passwordLink, 'quite another lantern')
    const silent = await authorize(app, cookies, { prompt: 'none' })
    expect(new URL(silent.url).hash).toContain('error=login_required')
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    await expect(requestTokens(app, form)).rejects.toThrow('invalid_grant')
    await expect(signInOverHttp(app, person.userName, goodPassword)).rejects.toThrow('401')
    await signInOverHttp(app, person.userName, 'quite another lantern')
  })

  test('ends all product sessions of its account and invalidates earlier ID tokens', async () => {
    const person = await createPerson(app)
    await setPassword(linkOf(person))
    const before = await signInOverHttp(app, person.userName, goodPassword)
    const other = await signedInWith()
    const { body } = await newLink(person.userId, await app.token('admin'))
    const statusOf = async (token: string) => (await call(app, '/api/internal/currentUser', { token })).status
    expect(await statusOf(before.token)).toBe(200)
    // The issue time of ID tokens is in whole seconds.
    await wait(1100)
    await setPassword(body.passwordLink, 'quite another lantern')
    expect(await statusOf(before.token)).toBe(401)
    expect((await generateToken(app, before.idToken)).status).toBe(401)
    expect(await statusOf(other.token)).toBe(200)
    const after = await signInOverHttp(app, person.userName, 'quite another lantern')
    expect(await statusOf(after.token)).toBe(200)
  })

  test('[S36] appears only in its own URL: the database stores a hash of its token, and the log nothing', async () => {
    const person = await createPerson(app)
    const token = linkOf(person).split('#')[1] ?? ''
    const { rows } = await sql<{
      text: string
    }>`select json_agg(l)::text as text from directory_password_link l`.execute(app.platform.database.db)
    await setPassword(linkOf(person), 'short')
    await setPassword(linkOf(person))
    expect(rows[0]?.text).toContain('token_hash')
    expect(rows[0]?.text).not.toContain(token)
    expect(app.logged.join()).toContain('directory.passwordSet')
    expect(app.logged.join()).not.toContain(token)
  })

  test('is returned once: repeating the invitation with the same key returns no link', async () => {
    const userName = `person-${randomUUID().slice(0, 8)}`
    const invite = async () =>
      call<CreatedUser>(app, usersPath, {
        token: await app.token('admin'),
        body: { name: 'Told once', userName },
        headers: { 'idempotency-key': `invite-${userName}` },
      })
    const [first, again] = [await invite(), await invite()]
    expect(again.body).toEqual({ ...first.body, passwordLink: null })
    const { rows } = await sql<{
      text: string
    }>`select json_agg(k)::text as text from idempotency_key k`.execute(app.platform.database.db)
    expect(rows[0]?.text).toContain(userName)
    expect(rows[0]?.text).not.toContain(linkOf(first.body).split('#')[1])
  })

  test('is deleted after it expires', async () => {
    await createPerson(app)
    clockIsAheadByMs += 31 * MINUTE_MS
    const { removeExpiredState } = await import('./store.ts')
    await removeExpiredState(app.platform.database, clock.now())
    const left = await sql`select from directory_password_link`.execute(app.platform.database.db)
    expect(left.rows).toHaveLength(0)
  })
})

describe('the page behind a link', () => {
  test.each([
    ['eleven sign', {}, 'password', 'This password has fewer than 12 characters.'],
    ['x'.repeat(129), {}, 'password', 'This password has more than 128 characters.'],
    ['Password1234', {}, 'password', 'This password is too easy to guess.'],
    [goodPassword, { repeated: 'a lantern of bras' }, 'repeated', 'The passwords don’t match.'],
  ])(
    'shows at the field what is wrong with %s, and the link still works',
    async (password, more, field, said) => {
      const person = await createPerson(app)
      const refused = await setPassword(linkOf(person), password, more)
      expect(refused.status).toBe(400)
      const text = await refused.text()
      expect(text).toContain(`id="${field}-error" role="alert">${said}`)
      expect(text).toMatch(
        new RegExp(`id="${field}"[^>]*aria-describedby="[^"]*${field}-error" aria-invalid="true"`),
      )
      expect(text).toContain(`value="${linkOf(person).split('#')[1]}"`)
      expect(text).not.toContain(password)
      expect((await setPassword(linkOf(person))).status).toBe(303)
    },
  )

  test('rejects the account’s username as a password', async () => {
    const person = await createPerson(app)
    const refused = await setPassword(linkOf(person), `${person.userName}99`)
    expect(await refused.text()).toContain('This password is too easy to guess')
  })

  test('normalizes a password before hashing, whatever form its letters are typed in', async () => {
    const person = await createPerson(app)
    await setPassword(linkOf(person), 'cafe\u0301 by the oﬃce')
    const { token } = await signInOverHttp(app, person.userName, 'caf\u00e9 by the office')
    expect(token).not.toBe('')
  })

  test('allows only its own script, isn’t cached, and sends no referrer', async () => {
    const { createHash } = await import('node:crypto')
    const page = await fetch(linkOf(await createPerson(app)))
    const text = await page.text()
    const [, script = ''] = /<script>([\s\S]+)<\/script>/.exec(text) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`script-src 'sha256-${hash}'`)
    expect(policy).toContain("default-src 'none'")
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(text).toContain('Use at least 12 characters of any kind.')
  })

  test('supports Arabic and uses the brand of its host', async () => {
    const [page = ''] = linkOf(await createPerson(app)).split('#')
    const arabic = await (await fetch(`${page}?lang=ar`)).text()
    expect(arabic).toContain('<html lang="ar" dir="rtl" ')
    expect(arabic).toContain('اختر كلمة مرور')
    expect(arabic).toContain('action="?lang=ar"')
    await createBrand(app, { name: 'Rail Chat', hostNames: ['rail.localhost'] })
    const { port } = new URL(page)
    const branded = await rawRequest(page, { headers: { host: `rail.localhost:${port}` } })
    expect(branded.text).toContain('<title>Choose a password | Rail Chat</title>')
    const body = new URLSearchParams({ token: 'x' }).toString()
    const posted = await rawRequest(page, {
      method: 'POST',
      headers: {
        host: `rail.localhost:${port}`,
        origin: `http://rail.localhost:${port}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body,
    })
    expect(posted.text).toContain(`<a href="http://rail.localhost:${port}/">Back to Rail Chat</a>`)
  })

  test.each([
    ['a form on another site', { origin: 'https://evil.example' }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['text/plain', { 'content-type': 'text/plain' }],
  ] as [string, Record<string, string>][])('rejects %s', async (_name, headers) => {
    const person = await createPerson(app)
    const refused = await setPassword(linkOf(person), goodPassword, { headers })
    expect(refused.status).toBe(400)
    expect((await setPassword(linkOf(person))).status).toBe(303)
  })

  test('is blocked only for a network with too many attempts', async () => {
    const person = await createPerson(app)
    await sql`delete from directory_try`.execute(app.platform.database.db)
    const guess = linkOf(person).replace(/#.+/, '#guess')
    const statuses: number[] = []
    for (let round = 0; round < 11; round += 1) {
      const batch = await Promise.all(Array.from({ length: 10 }, () => setPassword(guess)))
      statuses.push(...batch.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(100)
    const refused = await setPassword(linkOf(person))
    expect(refused.status).toBe(429)
    expect(await refused.text()).toContain('Too many attempts. Wait 15 minutes and try again.')
    clockIsAheadByMs += 15 * MINUTE_MS
    expect((await setPassword(guess)).status).toBe(400)
  })
})

describe('a new link for an account', () => {
  test('revokes the earlier link, is audited, and is never stored', async () => {
    const person = await createPerson(app)
    const { status, body } = await newLink(person.userId, await app.token('admin'))
    expect(status).toBe(200)
    expect((await setPassword(linkOf(person))).status).toBe(400)
    const { rows } = await sql<{ text: string }>`select json_agg(e)::text as text from audit_entry e
      where entity_id = ${person.userId}`.execute(app.platform.database.db)
    expect(rows[0]?.text).toContain('passwordLink')
    expect(rows[0]?.text).not.toContain(body.passwordLink.split('#')[1])
    expect((await setPassword(body.passwordLink)).status).toBe(303)
  })

  test('can be created for someone with no more permissions than one’s own, not for someone with more', async () => {
    const writer = await signedInWith('UserWrite')
    const reader = await signedInWith('BrandsRead')
    const peer = await signedInWith('UserWrite')
    const refused = await newLink(reader.userId, writer.token)
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'user.beyondOwn', errors: [{ message: 'BrandsRead' }] })
    const admin = await userIdOf(app, 'admin')
    expect((await newLink(admin, writer.token)).body.code).toBe('user.beyondOwn')
    expect((await newLink(peer.userId, writer.token)).status).toBe(200)
  })

  test('stops working once its account has more permissions than its creator, or the creator is disabled', async () => {
    const maker = await signedInWith('UserWrite')
    const admin = await app.token('admin')
    const person = async () => {
      const created = await createPerson(app)
      const { body } = await newLink(created.userId, maker.token)
      return { userId: created.userId, passwordLink: body.passwordLink }
    }
    const [raised, same, later] = [await person(), await person(), await person()]
    const role = await createRole(app, ['AnalyticsRead'])
    await assignRole(app, raised.userId, role.userRoleId)
    expect((await setPassword(raised.passwordLink)).status).toBe(400)
    expect((await setPassword(same.passwordLink)).status).toBeLessThan(400)
    const disable = { token: admin, method: 'PUT', body: { disabled: true } } as const
    await call(app, `${usersPath}/${maker.userId}/disabled`, disable)
    expect((await setPassword(later.passwordLink)).status).toBe(400)
  })

  test('can’t be created for an agent’s editor by someone who can’t edit that agent', async () => {
    const writer = await signedInWith('UserWrite')
    const editor = await createPerson(app)
    await sql`insert into role_entity_configuration (id, user_id, action, gpt_system_id)
      select ${crypto.randomUUID()}, ${editor.userId}, 'GptSystemsWriteSpecific', id from gpt_system limit 1`.execute(
      app.platform.database.db,
    )
    expect((await newLink(editor.userId, writer.token)).body.code).toBe('user.beyondOwn')
  })
})

test('lets no one with fewer permissions create or take over the first administrator', async () => {
  const zoe = await startTestApplication({ environment: { FIRST_ADMINISTRATOR: 'Zoe' } })
  try {
    const helper = await signInOverHttp(zoe, 'ben')
    const { db } = zoe.platform.database
    const roleId = crypto.randomUUID()
    await sql`insert into user_role (id, name, name_key, actions)
      values (${roleId}, 'Helper', 'helper', ${['UserCreate', 'UserWrite']})`.execute(db)
    await sql`insert into user_role_assignment (id, user_role_id, user_id)
      select ${crypto.randomUUID()}, ${roleId}, id from app_user where user_name = 'ben'`.execute(db)
    const create = (userName: string) =>
      call<{ code: string }>(zoe, usersPath, { token: helper.token, body: { name: 'Somebody', userName } })
    expect((await create('zoe')).body.code).toBe('access.beyondOwn')
    expect((await create('zoella')).status).toBe(200)
  } finally {
    await zoe.remove()
  }
})
