import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../testing/application.ts'
import { call } from '../testing/client.ts'
import { goodPassword, printedLinks, setPassword } from '../testing/passwordLinks.ts'
import { signInOverHttp } from '../testing/signIn.ts'

/** Settings that make an instance publicly reachable. */
const reachable = { HOST: '0.0.0.0', RATE_LIMITS: 'on' }
const STARTS_MS = 120_000

let app: TestApplication
const everyLink: string[] = []

/** Restarts the application on the same data. */
async function restart(environment: Record<string, string>): Promise<void> {
  await app.stop()
  const { dataDir, databaseUrl } = app
  app = await startTestApplication({ dataDir, environment, ...(databaseUrl ? { databaseUrl } : {}) })
  everyLink.push(...printedLinks(app))
}

const fileOf = ({ dataDir }: TestApplication) => path.join(dataDir, 'first-administrator-link')
/** Moves a link from an earlier startup to the application's current origin. */
const movedHere = (link = '') => `${app.origin}${link.slice(new URL(link).origin.length)}`
const rolesOf = async (token: string) => {
  const path = '/api/internal/currentUser/rolesWithResolvedActions'
  return (await call<{ roles: { name: string }[] }>(app, path, { token })).body.roles.map(({ name }) => name)
}

beforeAll(async () => {
  app = await startTestApplication({ environment: reachable })
  everyLink.push(...printedLinks(app))
}, STARTS_MS)
afterAll(() => app?.remove())

describe('the life of one instance, in order', { shuffle: false }, () => {
  test(
    'has no demo accounts if publicly reachable, even for requests that claim to be local',
    async () => {
      for (const userName of ['admin', 'anna', 'ben', 'chloe']) {
        await expect(signInOverHttp(app, userName, 'parlance')).rejects.toThrow(/40[13]/)
      }
    },
    STARTS_MS,
  )

  test('prints one link at startup and stores it in a file that only its owner can read', () => {
    expect(printedLinks(app)).toHaveLength(1)
    expect(everyLink[0]).toMatch(
      new RegExp(`^${app.origin}/directory/[0-9a-f-]{36}/v2.0/password#[\\w-]{43}$`),
    )
    expect(readFileSync(fileOf(app), 'utf8')).toBe(`${everyLink[0]}\n`)
    expect(statSync(fileOf(app)).mode & 0o777).toBe(0o600)
    expect(app.logged.join()).not.toContain(everyLink[0]?.split('#')[1])
  })

  test(
    'prints a new link at the next startup and revokes the earlier one',
    async () => {
      await restart(reachable)
      expect(everyLink).toHaveLength(2)
      expect(everyLink[1]?.split('#')[1]).not.toBe(everyLink[0]?.split('#')[1])
      expect((await setPassword(movedHere(everyLink[0]))).status).toBe(400)
      expect(statSync(fileOf(app)).mode & 0o777).toBe(0o600)
    },
    STARTS_MS,
  )

  test(
    '[R-1-028] lets the link set the first administrator’s password once, and grants the Administrator role',
    async () => {
      expect((await setPassword(everyLink[1] ?? '')).status).toBe(303)
      expect((await setPassword(everyLink[1] ?? '', 'another lantern of brass')).status).toBe(400)
      const { token } = await signInOverHttp(app, 'admin', goodPassword)
      expect(await rolesOf(token)).toEqual(['Administrator', 'User'])
    },
    STARTS_MS,
  )

  test(
    'prints and stores no more links once the password is set',
    async () => {
      await restart(reachable)
      expect(app.said).toEqual([])
      expect(existsSync(fileOf(app))).toBe(false)
      await signInOverHttp(app, 'admin', goodPassword)
    },
    STARTS_MS,
  )

  /** Replaces this instance with a new one. */
  async function replace(environment: Record<string, string>): Promise<void> {
    await app.remove()
    app = await startTestApplication({ environment })
  }

  test(
    'removes the demo accounts and prints a link for the administrator when a demo becomes reachable',
    async () => {
      await replace({})
      expect(printedLinks(app)).toEqual([])
      expect(existsSync(fileOf(app))).toBe(false)
      await restart(reachable)
      for (const userName of ['anna', 'admin']) {
        await expect(signInOverHttp(app, userName, 'parlance')).rejects.toThrow('403')
      }
      expect((await setPassword(printedLinks(app)[0] ?? '')).status).toBe(303)
      expect(await rolesOf((await signInOverHttp(app, 'admin', goodPassword)).token)).toContain(
        'Administrator',
      )
      await expect(signInOverHttp(app, 'anna', 'parlance')).rejects.toThrow('401')
    },
    STARTS_MS,
  )

  test(
    'uses the public origin and the configured first administrator in the link',
    async () => {
      await replace({ PUBLIC_ORIGIN: 'https://chat.example.com', FIRST_ADMINISTRATOR: 'Zoe' })
      expect(printedLinks(app)[0]).toMatch(/^https:\/\/chat\.example\.com\/directory\//)
      expect(app.said[0]).toContain('the first administrator, Zoe')
    },
    STARTS_MS,
  )
})
