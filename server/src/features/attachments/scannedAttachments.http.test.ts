import type { Attachment } from '@parlance/contract/attachments'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, openStream, textOf } from '../../testing/client.ts'
import { drawPage, makeScan } from '../knowledge/testing/scans.ts'

type Shown = z.output<typeof Attachment> & { code?: string }

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication({ environment: { TEXT_RECOGNITION: 'auto' } })
})
afterAll(() => app?.remove())

const LONG = { timeout: 900_000 }
const POLL = { timeout: 600_000, interval: 200 }
const base = '/api/internal/attachments'

async function attach(name: string, content: Buffer): Promise<Shown> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const token = await app.token('anna')
  const path = `${base}?attachmentType=FileSearch&context=Conversation`
  return (await call<Shown>(app, path, { token, body: form })).body
}

async function read({ attachmentId }: Shown): Promise<Shown> {
  const token = await app.token('anna')
  const state = async () => (await call<Shown>(app, `${base}/${attachmentId}/state`, { token })).body
  await expect.poll(async () => ['Ready', 'Failed'].includes((await state()).state), POLL).toBe(true)
  return state()
}

test(
  'text on an attached picture and on a scanned PDF is recognized and used in the answer',
  LONG,
  async () => {
    const gptSystemId = await publishAgent(app, 'Reader', { languageEngine: 'BuiltIn' })
    const token = await app.token('anna')
    const policy = await call<{ scansRead: boolean }>(app, '/api/internal/dataPolicy', {})
    expect(policy.body.scansRead).toBe(true)
    const sign = await attach(
      'sign.png',
      await drawPage(['The swimming pool closes at nine in the evening.']),
    )
    expect(sign).toMatchObject({ mimeType: 'image/png', state: 'Queued' })
    const picture = await drawPage(['The sauna is heated on Fridays.'])
    const scan = await attach('sauna.pdf', await makeScan([{ picture }]))
    expect(await read(sign)).toMatchObject({ state: 'Ready', reason: null })
    expect(await read(scan)).toMatchObject({ state: 'Ready', reason: null, pages: 1 })
    const question = 'When does the swimming pool close, and when is the sauna heated?'
    const attachmentIds = [sign.attachmentId, scan.attachmentId]
    const path = `/api/internal/userConversations/byGptSystemId/${gptSystemId}`
    const stream = await openStream(app, path, { token, body: { question, attachmentIds } })
    await stream.ended
    expect(textOf(stream.events)).toMatch(/closes at nine|heated on Fridays/)
  },
)

test(
  'up to 10 scanned pages of an attachment are read, and a picture without text says so',
  LONG,
  async () => {
    const picture = await drawPage(['Minutes of the meeting.'])
    const long = await attach('minutes.pdf', await makeScan(Array.from({ length: 12 }, () => ({ picture }))))
    const empty = await attach('empty.png', await drawPage([]))
    expect(await read(empty)).toMatchObject({ state: 'Failed', reason: 'file.noText' })
    expect(await read(long)).toMatchObject({ state: 'Ready', pages: 12 })
    const { rows } = await sql<{ pages: number }>`select count(*)::int as pages from scanned_page s
    join file f on f.file_id = s.file_id join attachment a on a.data_source_id = f.data_source_id
    where a.attachment_id = ${long.attachmentId} and s.state = 'Read'`.execute(app.platform.database.db)
    expect(rows).toEqual([{ pages: 10 }])
  },
)
