import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { client } from '@parlance/contract/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication({ environment: { FEATURE_FLAGS: 'AllowUserCreatedGptSystems=false' } })
})
afterAll(() => app?.remove())

test('[R-3-048] [R-7-014] [A36] the settings are the name, the organization, and the sign-in URL', async () => {
  const response = await fetch(`${app.origin}/api/internal/InstanceSettings`)
  expect(await response.json()).toEqual({
    name: 'Parlance',
    organizationName: 'Halden Rail',
    entraIdSettings: {
      clientId: app.config.directory.clientId,
      tenantId: app.config.directory.tenantId,
      instance: `${app.origin}/directory/`,
    },
  })
})

test('[R-7-014] the settings accept no payload', async () => {
  const address = `${app.origin}/api/internal/InstanceSettings`
  expect((await fetch(address)).status).toBe(200)
  expect((await fetch(`${address}?name=x`)).status).toBe(400)
})

test('the settings are revalidated by ETag, without a body while unchanged', async () => {
  const address = `${app.origin}/api/internal/InstanceSettings`
  const first = await fetch(address)
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect(etag).toMatch(/^"[\w-]{43}"$/)
  const again = await fetch(address, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  expect((await fetch(address, { headers: { 'if-none-match': '"another"' } })).status).toBe(200)
})

test('[R-7-018] [R-3-098] the feature flags are items with a name and enabled', async () => {
  const response = await fetch(`${app.origin}/api/internal/featureFlags`)
  const { items } = (await response.json()) as { items: { name: string; enabled: boolean }[] }
  expect(items.length).toBeGreaterThan(0)
  for (const item of items) expect(item).toEqual({ name: expect.any(String), enabled: expect.any(Boolean) })
})

test('[R-3-099] [R-3-100] [R-3-101] the flags that pages use exist, and the configuration changes them', async () => {
  const response = await fetch(`${app.origin}/api/internal/featureFlags`)
  expect(await response.json()).toEqual({
    items: [
      { name: 'ShowFooter', enabled: true },
      { name: 'ShowInstanceSettingsPage', enabled: true },
      { name: 'AllowUserCreatedGptSystems', enabled: false },
      { name: 'AllowConversationSnapshots', enabled: true },
    ],
  })
})

test('[R-3-049] [R-7-016] anyone can read the version; what this build does not know is null', async () => {
  const response = await fetch(`${app.origin}/api/internal/about`)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    version: client.version,
    buildId: null,
    commitHash: null,
    timestamp: null,
  })
})

test('[R-3-049] including the build’s ID, commit, and time, as the build wrote them next to the pages', async () => {
  const dist = mkdtempSync(path.join(tmpdir(), 'parlance-about-'))
  cpSync(path.join(import.meta.dirname, '../../../../web/dist'), dist, { recursive: true })
  const build = { buildId: 'b1', commitHash: 'c1', timestamp: '2026-11-21T12:00:00.000Z' }
  writeFileSync(path.join(dist, 'build.json'), JSON.stringify(build))
  const built = await startTestApplication({ dist })
  try {
    const response = await fetch(`${built.origin}/api/internal/about`)
    expect(await response.json()).toEqual({ version: client.version, ...build })
  } finally {
    await built.remove()
    rmSync(dist, { recursive: true })
  }
})
