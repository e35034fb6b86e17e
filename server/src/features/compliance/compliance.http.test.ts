import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ComplianceEvidence, CompliancePreview } from '@parlance/contract/compliance'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createSigner, isSigned } from '../../platform/audit/signing.ts'
import { blobPath } from '../../platform/blobs/blobs.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, TEST_KEY, type TestApplication } from '../../testing/application.ts'
import { listEntries } from '../../testing/auditLog.ts'
import { type CallOptions, call, ifMatch } from '../../testing/client.ts'
import { type Compliance, compliancePath, setCompliance } from '../../testing/compliance.ts'
import { approveTool } from '../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { askAsVisitor, publishPage, visit } from '../../testing/visitors.ts'
import { ask, attach, base } from '../conversations/testing/asking.ts'

type Evidence = z.output<typeof ComplianceEvidence>
type Preview = z.output<typeof CompliancePreview>
interface Hold {
  legalHoldId: string
  name: string
  setBy: string
  releasedAt: string | null
}

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
const root = path.join(import.meta.dirname, '../../../..')
const holdsPath = '/api/internal/legalHolds'
let app: TestApplication
let admin: string
let calls = 0
let agent: string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  engine.play(async (writer) => {
    calls += 1
    writer.text('As the contract says.')
  })
  admin = await app.token('admin')
  agent = await publishAgent(app, 'Contracts', scripted)
})
afterAll(() => app?.remove())

const db = () => app.platform.database.db
const as = <T = Record<string, unknown>>(token: string, path: string, options: CallOptions = {}) =>
  call<T & { code?: string }>(app, path, { token, ...options })
const sweep = () => app.platform.jobs.send('conversations.removeForgotten', {})
const hold = (subject: object, reason = 'Asked for by the regional court, 4 O 17/26') =>
  as<Hold>(admin, holdsPath, { body: { subject, reason } })
const release = (id: string) => as(admin, `${holdsPath}/${id}`, { method: 'DELETE', body: {} })
const evidence = async (item: Evidence['items'][number]['item']) =>
  (await as<Evidence>(admin, `${compliancePath}/evidence`)).body.items.find((one) => one.item === item)
const preview = async (change: Partial<Compliance>) =>
  (
    await as<Preview>(admin, `${compliancePath}/preview`, {
      body: {
        mode: 'Standard',
        retentionDays: 365,
        deletedRetentionDays: 30,
        redactsForProviders: false,
        ...change,
      },
    })
  ).body

/** A conversation whose last activity was some days ago. */
async function aged(who: TestPerson, days: number, gptSystemId = agent): Promise<string> {
  const { conversationId } = await ask(app, who.token, { gptSystemId }, 'What does the contract say?')
  await sql`update conversation set last_activity_at = now() - make_interval(days => ${days})
    where id = ${conversationId}`.execute(db())
  return conversationId
}
const isStored = async (conversationId: string) => {
  const found = await sql`select from conversation where id = ${conversationId}`.execute(db())
  return found.rows.length > 0
}
const deletedFor = (conversationId: string, days: number) =>
  sql`update conversation set deleted_at = now() - make_interval(days => ${days})
    where id = ${conversationId}`.execute(db())

describe('the compliance mode', { shuffle: false }, () => {
  test('[R-1-027] [R-7-116] is read and set with a version, and recorded', async () => {
    const { body } = await as<Compliance>(admin, compliancePath)
    expect(body).toMatchObject({
      mode: 'Off',
      retentionDays: null,
      deletedRetentionDays: 30,
      redactsForProviders: false,
    })
    const { version, updatedAt: _, ...before } = body
    const put = (change: object, v = version) =>
      as<Compliance>(admin, compliancePath, {
        method: 'PUT',
        headers: ifMatch(v),
        body: { ...before, ...change },
      })
    for (const mode of ['Standard', 'Strict'])
      expect((await put({ mode })).body).toMatchObject({
        code: 'request.invalid',
        errors: [{ field: 'retentionDays' }],
      })
    for (const wrong of [
      { mode: 'On' },
      { retentionDays: 0 },
      { retentionDays: 3651 },
      { deletedRetentionDays: 0 },
    ])
      expect((await put(wrong)).status).toBe(400)
    const set = await put({ mode: 'Standard', retentionDays: 365 })
    expect(set.body).toMatchObject({ mode: 'Standard', retentionDays: 365, version: version + 1 })
    expect((await put({ mode: 'Off' })).body.code).toBe('request.stale')
    const entries = await listEntries(app, { area: 'compliance' })
    expect(entries.find(({ outcome }) => outcome === 'Done')).toMatchObject({
      verb: 'set',
      entityType: 'Compliance',
    })
    const ben = await app.token('ben')
    expect((await as(ben, compliancePath)).status).toBe(403)
    const policy = await call(app, '/api/internal/dataPolicy', {})
    expect(policy.body).toEqual({
      retentionDays: 365,
      deletedRetentionDays: 30,
      linksAllowed: true,
      imagesAllowed: true,
      scansRead: false,
    })
    await setCompliance(app, { mode: 'Off', retentionDays: null })
  })
})

describe('retention', () => {
  test('deletes conversations without activity for so long, down to the files, and nothing that is younger', async () => {
    const anna = await person(app)
    const attachmentId = await attach(app, anna.token, 'contract.txt', 'The contract ends in May.')
    const { conversationId: withFile } = await ask(
      app,
      anna.token,
      { gptSystemId: agent },
      'And this file?',
      {
        attachmentIds: [attachmentId],
      },
    )
    const blobs = await sql<{ key: string }>`select f.blob_key as key from attachment a
      join file f on f.data_source_id = a.data_source_id where a.attachment_id = ${attachmentId}`.execute(
      db(),
    )
    const key = blobs.rows[0]?.key ?? ''
    expect(existsSync(blobPath(app.dataDir, key))).toBe(true)
    await sql`update conversation set last_activity_at = now() - interval '366 days'
      where id = ${withFile}`.execute(db())
    const old = await aged(anna, 366)
    const young = await aged(anna, 364)
    await sweep()
    await expect.poll(() => isStored(old)).toBe(true)
    expect(await preview({ retentionDays: 365 })).toMatchObject({ expired: 2, held: 0 })
    await setCompliance(app, { mode: 'Standard', retentionDays: 365 })
    await sweep()
    await expect.poll(() => isStored(old)).toBe(false)
    expect(await isStored(young)).toBe(true)
    expect((await as(anna.token, `${base}/${young}`)).status).toBe(200)
    expect((await evidence('retention'))?.state).toBe('Fulfilled')
    await sql`update attachment set created_at = now() - interval '3 days'`.execute(db())
    await app.platform.jobs.send('attachments.removeForgotten', {})
    await expect.poll(() => existsSync(blobPath(app.dataDir, key))).toBe(false)
    const removals = await sql<{ conversations: number }>`select conversations from conversation_removal
      where reason = 'Retention'`.execute(db())
    expect(removals.rows[0]?.conversations).toBe(2)
    await setCompliance(app, { mode: 'Off', retentionDays: null })
  })

  test('sets how long deleted conversations can be restored', async () => {
    const anna = await person(app)
    const conversationId = await aged(anna, 0)
    await as(anna.token, `${base}/${conversationId}`, { method: 'DELETE', body: {} })
    await deletedFor(conversationId, 5)
    await setCompliance(app, { deletedRetentionDays: 4 })
    expect((await preview({ mode: 'Off', retentionDays: null, deletedRetentionDays: 4 })).unrestorable).toBe(
      1,
    )
    const restored = await as(anna.token, `${base}/deleted/${conversationId}/restore`, { body: {} })
    expect(restored.status).toBe(404)
    await sweep()
    await expect.poll(() => isStored(conversationId)).toBe(false)
    await setCompliance(app, { deletedRetentionDays: 30 })
  })

  test('never shows a conversation again of which a part is deleted, whatever is set meanwhile', async () => {
    const anna = await person(app)
    const conversationId = await aged(anna, 400)
    // As a job leaves it that is killed between two steps.
    await sql`update conversation set deleted_at = now(), removing_since = now()
      where id = ${conversationId}`.execute(db())
    const { body } = await as<{ items: { conversationId: string }[] }>(anna.token, `${base}/deleted`)
    expect(body.items.map((one) => one.conversationId)).not.toContain(conversationId)
    await sweep()
    await expect.poll(() => isStored(conversationId)).toBe(false)
  })

  test('counts conversations that are overdue, and says so', async () => {
    const anna = await person(app)
    const conversationId = await aged(anna, 0)
    await deletedFor(conversationId, 60)
    // Settings have just changed, so it may only wait for its turn.
    expect(await evidence('deletedConversations')).toMatchObject({
      state: 'Attention',
      values: { overdue: 1 },
    })
    await sql`update compliance set updated_at = now() - interval '2 days'`.execute(db())
    await sql`update legal_hold set set_at = now() - interval '3 days', released_at = now() - interval '2 days'
      where released_at is not null`.execute(db())
    expect(await evidence('deletedConversations')).toMatchObject({ state: 'Failed', values: { overdue: 1 } })
    await sweep()
    await expect.poll(() => isStored(conversationId)).toBe(false)
    expect(await evidence('deletedConversations')).toMatchObject({
      state: 'Fulfilled',
      values: { overdue: 0 },
    })
  })
})

describe('a legal hold', () => {
  test('on an agent or a person keeps others from being erased whose data it needs', async () => {
    const erase = async ({ userId }: TestPerson) => {
      const { userName } = (await as<{ userName: string }>(admin, `/api/internal/users/${userId}/erasure`))
        .body
      const body = { confirmation: userName }
      return (await as<{ code: string }>(admin, `/api/internal/users/${userId}/erasure`, { body })).body.code
    }
    const held = await publishAgent(app, 'Tested under hold')
    const tester = await person(app)
    const session = await visit(app, await publishPage(app, held))
    await askAsVisitor(app, session, 'How tall?')
    await sql`update public_session set tested_by = ${tester.userId}
      where id = ${session.sessionIdentifier}`.execute(db())
    const { body: onAgent } = await hold({ kind: 'Agent', gptSystemId: held })
    expect(await erase(tester)).toBe('legalHold.held')
    await release(onAgent.legalHoldId)
    const [owner, asker] = [await person(app), await person(app)]
    await sql`with g as (insert into gpt_system (id, gpt_system_type, owner_user_id)
        values (gen_random_uuid(), 'User', ${owner.userId}) returning id)
      insert into conversation (id, owner_user_id, gpt_system_id, title)
      select gen_random_uuid(), ${asker.userId}, id, 'Which fund?' from g`.execute(db())
    const { body: onAsker } = await hold({ kind: 'Person', userId: asker.userId })
    expect(await erase(owner)).toBe('legalHold.held')
    await release(onAsker.legalHoldId)
  })

  test('protects sent attachments and images in the database', async () => {
    const { rows } = await sql<{ of: string }>`select tgrelid::regclass::text as of from pg_trigger
      where tgname = 'keep_held' order by 1`.execute(db())
    expect(rows.map(({ of }) => of)).toEqual([
      'attachment',
      'conversation',
      'conversation_segment',
      'vision_image',
    ])
  })

  test('on a person keeps their conversations from themself, from retention, and from erasure', async () => {
    const anna = await person(app)
    const old = await aged(anna, 366)
    const deleted = await aged(anna, 0)
    await as(anna.token, `${base}/${deleted}`, { method: 'DELETE', body: {} })
    const { body } = await hold({ kind: 'Person', userId: anna.userId })
    expect(body).toMatchObject({ name: expect.stringMatching(/^Person /), releasedAt: null })
    const refused = await as<{ errors: object[] }>(anna.token, `${base}/${old}`, {
      method: 'DELETE',
      body: {},
    })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'legalHold.held', errors: [{ field: 'legalHold' }] })
    expect(JSON.stringify(refused.body)).toContain(body.legalHoldId)
    // Why someone is under a hold isn't theirs to know.
    expect(JSON.stringify(refused.body)).not.toContain('court')
    const forever = await as(anna.token, `${base}/deleted/${deleted}`, { method: 'DELETE', body: {} })
    expect(forever.body.code).toBe('legalHold.held')
    await as(anna.token, `${base}/deleted`, { method: 'DELETE', body: {} })
    await deletedFor(deleted, 60)
    expect(
      (await as(admin, `/api/internal/users/${anna.userId}`, { method: 'DELETE', body: {} })).body.code,
    ).toBe('legalHold.held')
    await setCompliance(app, { mode: 'Standard', retentionDays: 30 })
    expect(await preview({ retentionDays: 30 })).toMatchObject({ held: 2 })
    const other = await aged(await person(app), 60)
    await sweep()
    await expect.poll(() => isStored(other)).toBe(false)
    expect([await isStored(old), await isStored(deleted)]).toEqual([true, true])
    await sql`update app_user set disabled = true, removed_at = now() - interval '60 days' where id = ${anna.userId}`.execute(
      db(),
    )
    await app.platform.jobs.send('users.blankRemoved', {})
    expect(await evidence('legalHolds')).toMatchObject({
      state: 'Fulfilled',
      values: { people: 1, refused: true },
    })
    expect(await isStored(old)).toBe(true)
    // The database itself refuses, also for a program that doesn't ask.
    for (const table of ['conversation', 'conversation_segment'])
      await expect(
        sql`delete from ${sql.table(table)} where owner_user_id = ${anna.userId}`.execute(db()),
      ).rejects.toThrow(/under legal hold/)
    await sql`update app_user set disabled = false, removed_at = null where id = ${anna.userId}`.execute(db())
    expect((await release(body.legalHoldId)).status).toBe(204)
    expect((await release(body.legalHoldId)).body.code).toBe('legalHold.released')
    await sweep()
    await expect.poll(() => isStored(old)).toBe(false)
    await expect.poll(() => isStored(deleted)).toBe(false)
    await setCompliance(app, { mode: 'Off', retentionDays: null })
    const released = await as<{ items: Hold[] }>(admin, `${holdsPath}?released=true`)
    expect(released.body.items.map((one) => one.legalHoldId)).toContain(body.legalHoldId)
  })

  test('on an agent keeps the agent and everyone’s conversations with it', async () => {
    const [anna, ben] = [await person(app), await person(app)]
    const held = await publishAgent(app, 'Bids', scripted)
    const ofAnna = await aged(anna, 0, held)
    const free = await aged(ben, 0)
    const { body } = await hold({ kind: 'Agent', gptSystemId: held })
    expect(body.name).toBe('Bids')
    expect((await as(anna.token, `${base}/${ofAnna}`, { method: 'DELETE', body: {} })).status).toBe(409)
    expect((await as(ben.token, `${base}/${free}`, { method: 'DELETE', body: {} })).status).toBe(204)
    const agentPath = `/api/internal/gptSystems/system/management/${held}`
    expect((await as(admin, agentPath, { method: 'DELETE', body: {} })).body.code).toBe('legalHold.held')
    await release(body.legalHoldId)
    expect((await as(admin, agentPath, { method: 'DELETE', body: {} })).status).toBe(204)
  })

  test('hides a temporary chat that someone leaves, and keeps it stored', async () => {
    const anna = await person(app)
    const { conversationId } = await ask(app, anna.token, { gptSystemId: agent }, 'In passing?', {
      temporary: true,
    })
    const { body } = await hold({ kind: 'Person', userId: anna.userId })
    expect((await as(anna.token, `${base}/${conversationId}`, { method: 'DELETE', body: {} })).status).toBe(
      204,
    )
    await deletedFor(conversationId, 2)
    await sweep()
    expect(await isStored(conversationId)).toBe(true)
    expect((await as(anna.token, `${base}/${conversationId}`)).status).toBe(404)
    await release(body.legalHoldId)
    await sweep()
    await expect.poll(() => isStored(conversationId)).toBe(false)
  })

  test('needs a subject that exists, and a reason', async () => {
    const anna = await person(app)
    const nowhere = { kind: 'Agent', gptSystemId: anna.userId }
    expect((await hold(nowhere)).body).toMatchObject({
      code: 'request.invalid',
      errors: [{ field: 'subject' }],
    })
    expect((await hold({ kind: 'Person', userId: anna.userId }, 'Short')).status).toBe(400)
    expect((await release(anna.userId)).body.code).toBe('legalHold.notFound')
  })
})

describe('the mode Strict', { shuffle: false }, () => {
  test('lets only approved deployments answer, and names the others in the preview', async () => {
    const anna = await person(app)
    expect((await preview({ mode: 'Strict' })).deployments).toEqual([
      { deploymentName: 'scripted', agents: expect.any(Number) },
    ])
    await setCompliance(app, { mode: 'Strict', retentionDays: 365 })
    const before = calls
    const refused = await ask(app, anna.token, { gptSystemId: agent }, 'And now?')
    expect(refused.segment).toMatchObject({ status: 'Failed' })
    expect(JSON.stringify(refused.segment)).toContain('engine.notApproved')
    expect(calls).toBe(before)
    expect(await evidence('deployments')).toMatchObject({ state: 'Attention' })
    const listed = await as<{ items: { deploymentName: string; version: number }[] }>(
      admin,
      '/api/internal/instanceSettings/deployments',
    )
    const { version = 0 } = listed.body.items.find((one) => one.deploymentName === 'scripted') ?? {}
    const approved = await as(admin, '/api/internal/instanceSettings/deployments/scripted', {
      method: 'PUT',
      headers: ifMatch(version),
      body: { languageEngine: 'OpenAICompatible', approved: true, purposes: ['Chat'] },
    })
    expect(approved.status).toBe(200)
    const answered = await ask(app, anna.token, { gptSystemId: agent }, 'And now?')
    expect(answered.segment.status).toBe('Completed')
    expect(await evidence('deployments')).toMatchObject({ state: 'Fulfilled' })
  })

  test('offers only approved tools, and links to no other site', async () => {
    const tools = async () =>
      (
        await as<{ items: { tool: string; state: string; version: number }[] }>(
          admin,
          '/api/internal/instanceSettings/tools',
        )
      ).body.items.find((one) => one.tool === 'FileSearch')!
    expect((await tools()).state).toBe('NotApproved')
    await approveTool(app, 'FileSearch')
    expect((await tools()).state).toBe('Available')
    const policy = await call<{ linksAllowed: boolean }>(app, '/api/internal/dataPolicy', {})
    expect(policy.body.linksAllowed).toBe(false)
    expect(await evidence('externalContents')).toMatchObject({
      state: 'Fulfilled',
      values: { foreignSources: 0, linksAllowed: false },
    })
    await setCompliance(app, { mode: 'Off', retentionDays: null })
  })
})

/** Runs `npm run evidence:verify` for this instance. */
async function verified(evidence: object): Promise<{ status: number; said: string }> {
  const file = path.join(app.dataDir, 'evidence.json')
  writeFileSync(file, JSON.stringify(evidence, null, 2))
  const args = ['--disable-warning=ExperimentalWarning', 'tools/evidenceVerify.ts', file]
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: app.dataDir,
    ...(app.databaseUrl ? { DATABASE_URL: app.databaseUrl, SECRET_KEY: TEST_KEY } : {}),
  }
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) =>
      done({ status: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

describe('the evidence', () => {
  test('answers each item from a check made now, and is signed as a whole', async () => {
    const { body } = await as<Evidence>(admin, `${compliancePath}/evidence`)
    expect(Date.now() - Date.parse(body.checkedAt)).toBeLessThan(60_000)
    expect(body.items.map(({ item, state }) => [item, state])).toEqual([
      ['retention', 'NotRequired'],
      ['deletedConversations', 'Fulfilled'],
      ['files', 'Fulfilled'],
      ['backups', 'Attention'],
      ['legalHolds', 'Fulfilled'],
      ['reading', 'Fulfilled'],
      ['auditLog', 'Fulfilled'],
      ['deployments', 'NotRequired'],
      ['tools', 'NotRequired'],
      ['externalContents', 'Fulfilled'],
      ['redaction', 'Fulfilled'],
    ])
    const { signature, ...signed } = body
    expect(isSigned(signed, signature, body.publicKey)).toBe(true)
    expect(isSigned({ ...signed, mode: 'Strict' }, signature, body.publicKey)).toBe(false)
    expect(await verified(body)).toMatchObject({
      status: 0,
      said: expect.stringContaining('Evidence verified'),
    })
    expect(await verified({ ...body, mode: 'Strict' })).toMatchObject({
      status: 1,
      said: expect.stringContaining('WAS CHANGED'),
    })
    const other = createSigner(Buffer.alloc(32, 7))
    const foreign = { ...signed, publicKey: other.publicKey }
    expect(await verified({ ...foreign, signature: other.sign(foreign) })).toMatchObject({
      status: 1,
      said: expect.stringContaining('NOT FROM THIS INSTANCE'),
    })
  })

  test('fails for a stored file that belongs to nothing, and for a disabled trigger', async () => {
    expect(await evidence('legalHolds')).toMatchObject({ state: 'Fulfilled' })
    await sql`alter table conversation disable trigger keep_held`.execute(db())
    expect(await evidence('legalHolds')).toMatchObject({ state: 'Failed' })
    await sql`alter table conversation enable trigger keep_held`.execute(db())
  })
})
