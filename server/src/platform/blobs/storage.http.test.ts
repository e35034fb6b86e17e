import { existsSync, renameSync, symlinkSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

const ready = async () => {
  const { status, body } = await call(app, '/health/ready')
  return [status, body]
}

async function attach() {
  const form = new FormData()
  form.append('file', new Blob(['Some text.']), 'notes.txt')
  const query = new URLSearchParams({ attachmentType: 'FileSearch', context: 'Conversation' })
  return call(app, `/api/internal/attachments?${query}`, { token: await app.token('anna'), body: form })
}

test('if uploaded files can only be read, readiness and each upload say so until they can be written', async () => {
  const blobs = path.join(app.dataDir, 'blobs')
  const aside = path.join(app.dataDir, 'aside')
  expect(await ready()).toEqual([200, { status: 'ready' }])
  if (existsSync(blobs)) renameSync(blobs, aside)
  // No one can create anything there, not even root.
  symlinkSync('/sys', blobs)
  expect(await attach()).toMatchObject({ status: 507, body: { code: 'storage.unwritable' } })
  await expect.poll(ready).toEqual([200, { status: 'degraded', storage: 'unwritable' }])
  unlinkSync(blobs)
  if (existsSync(aside)) renameSync(aside, blobs)
  expect((await attach()).status).toBe(200)
  await expect.poll(ready).toEqual([200, { status: 'ready' }])
  const events = app.logged.map((line) => (JSON.parse(line) as { event: string }).event)
  expect(events.filter((event) => event.startsWith('storage.'))).toEqual([
    'storage.failed',
    'storage.recovered',
  ])
})
