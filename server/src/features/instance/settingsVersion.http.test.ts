import { request } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { createBrand } from '../../testing/brands.ts'

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication({ dist: path.join(import.meta.dirname, '../../../../web/dist') })
})
afterAll(() => app?.remove())

/** The settings version in the pages of a host name. */
function versionAt(hostName: string): Promise<string | undefined> {
  const { port } = new URL(app.origin)
  return new Promise((resolve, reject) => {
    const asked = request(`${app.origin}/auth/jwt/login`, { headers: { host: `${hostName}:${port}` } })
    asked.on('error', reject).on('response', (response) => {
      let text = ''
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve(/name="settings-version" content="([^"]*)"/.exec(text)?.[1]))
    })
    asked.end()
  })
}

test('the pages include the settings version: stable while the settings are unchanged, different for a host name with another instance name', async () => {
  const before = await versionAt('localhost')
  expect(before).toMatch(/^[\w-]{16}$/)
  await createBrand(app, { brandKey: 'fenwick', name: 'Fenwick', hostNames: ['fenwick.localhost'] })
  expect(await versionAt('localhost')).toBe(before)
  const other = await versionAt('fenwick.localhost')
  expect(other).toMatch(/^[\w-]{16}$/)
  expect(other).not.toBe(before)
  const brands = `${app.origin}/auth/jwt/login?brand=fenwick`
  expect(await (await fetch(brands)).text()).toContain(`name="settings-version" content="${before}"`)
})
