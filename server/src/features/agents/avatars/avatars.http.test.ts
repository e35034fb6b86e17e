import { randomUUID } from 'node:crypto'
import type { Configuration } from '@parlance/contract/agentConfiguration'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { sweepBlobs } from '../../../platform/blobs/sweepBlobs.ts'
import {
  agentAvatar,
  ifMatchOfState,
  personalAvatar,
  systemAvatar,
  uploadAvatar,
} from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { getEntry, newestEntry, restore } from '../../../testing/auditLog.ts'
import { drawing } from '../../../testing/brands.ts'
import { type CallOptions, call, ifMatch, send } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'

type State = z.output<typeof Configuration>

let app: TestApplication
let admin: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
})
afterAll(() => app?.remove())

const management = '/api/internal/gptSystems/system/management'
const states = '/api/internal/gptSystems/configurationStates'
const personalStates = '/api/internal/configStates'
const as = <T = Record<string, unknown>>(path: string, options: CallOptions = {}, token = admin) =>
  call<T>(app, path, { token, ...options })

async function newAgent(): Promise<State> {
  return (await as<{ configuration: State }>(management, { body: { name: 'Pictured' } })).body.configuration
}
const stateOf = async (stateId: string) =>
  (await as<{ configuration: State; version: number }>(`${states}/${stateId}`)).body
const publish = (gptSystemId: string, gptSystemConfigurationStateId: string | null) =>
  as(`${management}/${gptSystemId}/publishing`, { method: 'PUT', body: { gptSystemConfigurationStateId } })
const nextDraft = async (gptSystemId: string) =>
  (
    await as<{ configuration: State }>(`${management}/${gptSystemId}/configurationStates`, {
      body: {},
    })
  ).body.configuration
const see = async (path: string, token = admin) => {
  const shown = await send(app, path, { token })
  const bytes = Buffer.from(await shown.arrayBuffer())
  return { status: shown.status, headers: shown.headers, bytes }
}
const statusOf = async (path: string, { token }: TestPerson) => (await see(path, token)).status
const newPersonal = async (token: string) => {
  const { configuration } = (
    await as<{ configuration: State }>(personalStates, { body: { gptSystemType: 'User' } }, token)
  ).body
  const { configStateId } = configuration
  const body = { gptSystemName: 'Mine', languageEngine: 'BuiltIn', deploymentName: null }
  const headers = await ifMatchOfState(app, configStateId)
  await as(`${personalStates}/${configStateId}`, { method: 'PUT', body, headers }, token)
  return configuration
}
const countBlobs = async () => {
  let count = 0
  for await (const _ of app.platform.blobs.list()) count++
  return count
}

describe('the avatar of a draft', () => {
  test('[R-3-063] [R-7-085] [R-7-091] can be uploaded as a multipart file, re-encoded, downloaded, and deleted', async () => {
    const { configStateId, avatarFileName } = await newAgent()
    expect(avatarFileName).toBeNull()
    const path = systemAvatar(configStateId)
    expect((await as<{ code: string }>(path)).body.code).toBe('agent.avatarNotFound')
    const original = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#c4520c' } })
      .png()
      .toBuffer()
    const up = await uploadAvatar(app, path, admin, Buffer.from(original))
    expect([up.status, up.body.version, up.headers.get('etag')]).toEqual([200, 2, '"2"'])
    expect(up.body.avatarFileName).toMatch(/^avatar-[0-9a-f]{32}\.webp$/)
    expect(await stateOf(configStateId)).toMatchObject({
      version: 2,
      configuration: { avatarFileName: up.body.avatarFileName },
    })
    const shown = await see(path)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect((await as(path, { method: 'DELETE' })).status).toBe(204)
    expect(await stateOf(configStateId)).toMatchObject({
      version: 3,
      configuration: { avatarFileName: null },
    })
    expect((await as<{ code: string }>(path, { method: 'DELETE' })).body.code).toBe('agent.avatarNotFound')
  })

  test('is cached only by browsers under its file name, and revalidated without it', async () => {
    const { configStateId } = await newAgent()
    const path = systemAvatar(configStateId)
    const { avatarFileName } = (await uploadAvatar(app, path, admin)).body
    const control = async (query: string) => (await see(`${path}${query}`)).headers.get('cache-control')
    expect(await control(`?fileName=${avatarFileName}`)).toBe('private, max-age=31536000, immutable')
    expect(await control('')).toBe('private, no-cache')
    expect(await control('?fileName=another.webp')).toBe('private, no-cache')
  })

  test.each([
    ['a text file', Buffer.from('hello'), 'image.kind', 415],
    ['a broken PNG', Buffer.from('\x89PNG\r\n\x1a\nxxxx', 'latin1'), 'image.broken', 422],
    ['a file larger than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 'image.tooLarge', 413],
    ['an HTML page', Buffer.from('<html><script>1</script></html>'), 'image.kind', 415],
  ])('%s is rejected, and the previous avatar stays', async (_name, bytes, code, status) => {
    const { configStateId } = await newAgent()
    const path = systemAvatar(configStateId)
    await uploadAvatar(app, path, admin)
    const [before, blobs] = [await stateOf(configStateId), await countBlobs()]
    const refused = await uploadAvatar(app, path, admin, bytes)
    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect(await stateOf(configStateId)).toEqual(before)
    expect(await countBlobs()).toBe(blobs)
  })

  test('[A43] an SVG loses its script and everything else that is not an image', async () => {
    const { configStateId } = await newAgent()
    const path = systemAvatar(configStateId)
    const svg = drawing('#0b7a64').replace('</svg>', '<script>alert(1)</script></svg>')
    await uploadAvatar(app, path, admin, svg)
    const { bytes, headers } = await see(path)
    expect(bytes.includes('script')).toBe(false)
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  })

  test('is stored once if sent twice with one key', async () => {
    const { configStateId } = await newAgent()
    const key = { 'idempotency-key': randomUUID() }
    const up = () => uploadAvatar(app, systemAvatar(configStateId), admin, undefined, key)
    const before = await countBlobs()
    const [first, second] = [await up(), await up()]
    expect(second.body).toEqual(first.body)
    expect(await countBlobs()).toBe(before + 1)
    expect((await stateOf(configStateId)).version).toBe(2)
  })

  test('changes the draft’s version and is recorded, so stale changes are rejected', async () => {
    const { configStateId } = await newAgent()
    const { avatarFileName } = (await uploadAvatar(app, systemAvatar(configStateId), admin)).body
    expect(await newestEntry(app, configStateId)).toMatchObject({
      area: 'configState',
      verb: 'avatar',
      changes: [{ field: 'avatarFileName', before: null, after: avatarFileName }],
    })
    const late = await as<{ current: { configuration: State } }>(`${states}/${configStateId}`, {
      method: 'PUT',
      body: { introduction: 'Hello' },
      headers: ifMatch(1),
    })
    expect([late.status, late.body.current.configuration.avatarFileName]).toEqual([412, avatarFileName])
  })
})

describe('the avatars of an agent’s versions', () => {
  test('the next draft copies the published avatar, is compared with it, and restoring brings it back', async () => {
    const { configStateId: first, gptSystemId } = await newAgent()
    const one = (await uploadAvatar(app, systemAvatar(first), admin)).body.avatarFileName
    await publish(gptSystemId, first)
    expect((await uploadAvatar(app, systemAvatar(first), admin)).body.code).toBe('agent.stateNotDraft')
    const draft = await nextDraft(gptSystemId)
    expect(draft.avatarFileName).toBe(one)
    const second = draft.configStateId
    const two = (await uploadAvatar(app, systemAvatar(second), admin, drawing('#c4520c'))).body.avatarFileName
    const differences = await as<{ items: object[] }>(`${states}/${first}/differences/${second}`)
    expect(differences.body.items).toEqual([{ field: 'avatarFileName', before: one, after: two }])
    const shown = async () => (await see(agentAvatar(gptSystemId))).bytes
    const ofFirst = await shown()
    expect(ofFirst).toEqual((await see(systemAvatar(first))).bytes)
    await publish(gptSystemId, second)
    expect(await shown()).toEqual((await see(systemAvatar(second))).bytes)
    await publish(gptSystemId, first)
    expect(await shown()).toEqual(ofFirst)
  })

  test('a blob is deleted once no version references it, and not before', async () => {
    const { configStateId: first, gptSystemId } = await newAgent()
    await uploadAvatar(app, systemAvatar(first), admin)
    await publish(gptSystemId, first)
    const draft = await nextDraft(gptSystemId)
    const sweep = async () => {
      const { blobs, database, log } = app.platform
      const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 86_400_000)
      try {
        return await sweepBlobs({ blobs, database, log })
      } finally {
        later.mockRestore()
      }
    }
    await sweep()
    // The draft drops the avatar that it shares with the published version.
    await uploadAvatar(app, systemAvatar(draft.configStateId), admin)
    expect(await sweep()).toBe(0)
    expect((await see(systemAvatar(first))).status).toBe(200)
    await uploadAvatar(app, systemAvatar(draft.configStateId), admin)
    expect(await sweep()).toBe(1)
    expect((await see(systemAvatar(draft.configStateId))).status).toBe(200)
  })

  test('a change can be reverted while a version still has the earlier avatar, and offers nothing to revert afterwards', async () => {
    const { configStateId: first, gptSystemId } = await newAgent()
    const one = (await uploadAvatar(app, systemAvatar(first), admin)).body.avatarFileName
    await publish(gptSystemId, first)
    const { configStateId: draft } = await nextDraft(gptSystemId)
    await uploadAvatar(app, systemAvatar(draft), admin)
    const entry = await newestEntry(app, draft)
    expect((await restore(app, entry)).status).toBe(200)
    expect((await stateOf(draft)).configuration.avatarFileName).toBe(one)
    const alone = await newAgent()
    const { configStateId } = alone
    await uploadAvatar(app, systemAvatar(configStateId), admin)
    await as(`${states}/${configStateId}`, {
      method: 'PUT',
      body: { introduction: 'Hello' },
      headers: await ifMatchOfState(app, configStateId),
    })
    const { avatarFileName: last } = (await uploadAvatar(app, systemAvatar(configStateId), admin)).body
    const gone = await getEntry(app, (await newestEntry(app, configStateId)).auditEntryId)
    expect(gone.restore.refusal).toBe('audit.sameState')
    expect((await stateOf(configStateId)).configuration.avatarFileName).toBe(last)
  })
})

describe('avatar access', () => {
  test('[R-7-086] users of a system agent see the published avatar, and managers also see the draft’s', async () => {
    const { configStateId, gptSystemId } = await newAgent()
    await uploadAvatar(app, systemAvatar(configStateId), admin)
    const nobody = await person(app)
    const cards = await person(app, { actions: ['GptSystemsRead'] })
    const reader = await person(app, {
      specific: [{ action: 'GptSystemsReadSpecific', entityId: gptSystemId }],
    })
    const table = async () =>
      Promise.all([nobody, cards, reader].map((who) => statusOf(agentAvatar(gptSystemId), who)))
    expect(await table()).toEqual([404, 404, 200])
    expect(await statusOf(systemAvatar(configStateId), cards)).toBe(404)
    expect(await statusOf(systemAvatar(configStateId), nobody)).toBe(404)
    expect(await statusOf(systemAvatar(configStateId), reader)).toBe(200)
    expect(await statusOf(personalAvatar(configStateId), reader)).toBe(404)
    await publish(gptSystemId, configStateId)
    // The policy from the first startup gives everyone access to published agents.
    expect(await table()).toEqual([200, 200, 200])
    expect(await statusOf(systemAvatar(configStateId), cards)).toBe(200)
    const draft = await nextDraft(gptSystemId)
    expect(await statusOf(systemAvatar(draft.configStateId), cards)).toBe(404)
    expect(await statusOf(systemAvatar(draft.configStateId), reader)).toBe(200)
  })

  test('[R-7-087] the owner and editors of a personal agent see its avatar, and its users see the published one', async () => {
    // People can share with members of their own groups.
    const member = () => person(app, { groups: ['readers'] })
    const [owner, user, editor, other] = await Promise.all([member(), member(), member(), member()])
    const { configStateId, gptSystemId } = await newPersonal(owner.token)
    const path = personalAvatar(configStateId)
    expect((await uploadAvatar(app, path, other.token)).body.code).toBe('agent.stateNotFound')
    expect((await uploadAvatar(app, path, admin)).status).toBe(404)
    expect((await uploadAvatar(app, path, owner.token)).status).toBe(200)
    const agents = '/api/internal/gptSystems/user/management'
    const { headers } = await as(`${agents}/${gptSystemId}/shares`, {}, owner.token)
    const shared = await as(
      `${agents}/${gptSystemId}/shares`,
      {
        method: 'PUT',
        body: {
          items: [
            { userId: user.userId, right: 'Use' },
            { userId: editor.userId, right: 'Edit' },
          ],
        },
        headers: { 'if-match': headers.get('etag') ?? '' },
      },
      owner.token,
    )
    expect(shared.status).toBe(200)
    const table = async (address: string) =>
      Promise.all([owner, editor, user, other].map((who) => statusOf(address, who)))
    expect(await table(path)).toEqual([200, 200, 404, 404])
    expect(await table(agentAvatar(gptSystemId))).toEqual([200, 200, 404, 404])
    await as(`${agents}/fromConfigState/${configStateId}`, { body: {} }, owner.token)
    expect(await table(path)).toEqual([200, 200, 200, 404])
    expect(await table(agentAvatar(gptSystemId))).toEqual([200, 200, 200, 404])
    expect((await see(systemAvatar(configStateId))).status).toBe(404)
    const draft = (
      await as<{ configuration: State }>(
        personalStates,
        { body: { gptSystemType: 'User', gptSystemId } },
        owner.token,
      )
    ).body.configuration
    const next = personalAvatar(draft.configStateId)
    expect((await uploadAvatar(app, next, editor.token)).status).toBe(200)
    expect((await uploadAvatar(app, next, user.token)).status).toBe(404)
    expect(await table(next)).toEqual([200, 200, 404, 404])
    expect((await as(next, { method: 'DELETE' }, user.token)).status).toBe(404)
    expect((await as(next, { method: 'DELETE' }, owner.token)).status).toBe(204)
  })
})
