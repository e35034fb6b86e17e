import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../testing/application.ts'
import { call } from '../testing/client.ts'
import { goodPassword, printedLinks, setPassword } from '../testing/passwordLinks.ts'
import { signInOverHttp } from '../testing/signIn.ts'

/** What makes an installation one that others can reach. */
const reachable = { HOST: '0.0.0.0', RATE_LIMITS: 'on' }
const STARTS_MS = 120_000

let app: TestApplication
const everyLink: string[] = []

/** Starts again on the same data. */
async function restart(environment: Record<string, string>): Promise<void> {
  await app.stop()
  const { dataDir, databaseUrl } = app
  app = await startTestApplication({ dataDir, environment, ...(databaseUrl ? { databaseUrl } : {}) })
  everyLink.push(...printedLinks(app))
}

const fileOf = ({ dataDir }: TestApplication) => path.join(dataDir, 'first-administrator-link')
/** A link of a start before, at the address that the application has now. */
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

describe('one installation’s life, in its order', { shuffle: false }, () => {
  test(
    'where others can reach it there are no demo accounts, also for who says to be on this computer',
    async () => {
      for (const userName of ['admin', 'anna', 'ben', 'chloe']) {
        await expect(signInOverHttp(app, userName, 'parlance')).rejects.toThrow(/40[13]/)
      }
    },
    STARTS_MS,
  )

  test('the start prints one link, and keeps it in a file that its owner alone can read', () => {
    expect(printedLinks(app)).toHaveLength(1)
    expect(everyLink[0]).toMatch(
      new RegExp(`^${app.origin}/directory/[0-9a-f-]{36}/v2.0/password#[\\w-]{43}$`),
    )
    expect(readFileSync(fileOf(app), 'utf8')).toBe(`${everyLink[0]}\n`)
    expect(statSync(fileOf(app)).mode & 0o777).toBe(0o600)
    expect(app.logged.join()).not.toContain(everyLink[0]?.split('#')[1])
  })

  test(
    'the next start prints another, and the one before is void',
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
    '[R-1-028] the link sets the first administrator’s password, once, and who signs in with it is Administrator',
    async () => {
      expect((await setPassword(everyLink[1] ?? '')).status).toBe(303)
      expect((await setPassword(everyLink[1] ?? '', 'another lantern of brass')).status).toBe(400)
      const { token } = await signInOverHttp(app, 'admin', goodPassword)
      expect(await rolesOf(token)).toEqual(['Administrator', 'User'])
    },
    STARTS_MS,
  )

  test(
    'once the password is set no start prints or keeps a link',
    async () => {
      await restart(reachable)
      expect(app.said).toEqual([])
      expect(existsSync(fileOf(app))).toBe(false)
      await signInOverHttp(app, 'admin', goodPassword)
    },
    STARTS_MS,
  )

  /** Another installation in the place of this one. */
  async function replace(environment: Record<string, string>): Promise<void> {
    await app.remove()
    app = await startTestApplication({ environment })
  }

  test(
    'a demo that is opened to others loses its demo accounts, and its administrator gets a link',
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
    'the link leads to the public origin, and is that of whom the settings name',
    async () => {
      await replace({ PUBLIC_ORIGIN: 'https://chat.example.com', FIRST_ADMINISTRATOR: 'Zoe' })
      expect(printedLinks(app)[0]).toMatch(/^https:\/\/chat\.example\.com\/directory\//)
      expect(app.said[0]).toContain('the first administrator, Zoe')
    },
    STARTS_MS,
  )
})
