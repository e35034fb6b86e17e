import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import { createPerson } from '../testing/access.ts'
import { startTestApplication, type TestApplication } from '../testing/application.ts'
import { goodPassword, setPassword } from '../testing/passwordLinks.ts'
import { authorize, CookieJar, follow } from '../testing/signIn.ts'

let app: TestApplication
let clockIsAheadByMs = 0
const clock: Clock = {
  now: () => new Date(Date.now() + clockIsAheadByMs),
  monotonicMs: () => performance.now(),
}
const MINUTE_MS = 60_000

beforeAll(async () => {
  app = await startTestApplication({ clock, environment: { TRUST_PROXY: '1' } })
})
afterAll(() => app?.remove())

/** The headers of a request that a proxy saw come from this network. */
const from = (network: number) => ({ 'x-forwarded-for': `2001:db8:0:${network.toString(16)}::1` })

/** Someone with a password of their own, who can sign in from other computers. */
async function owner(): Promise<string> {
  const { userName, passwordLink } = await createPerson(app)
  await setPassword(passwordLink ?? '')
  return userName
}

/** A browser: what it answers when someone enters a password in it. */
function browser() {
  const cookies = new CookieJar()
  return async (userName: string, password: string, network: number): Promise<'in' | number> => {
    const page = await authorize(app, cookies, { prompt: 'login' }, from(network))
    const body = new URLSearchParams({ userName, password })
    const { url, response } = await follow(app, cookies, page.url, {
      method: 'POST',
      headers: from(network),
      body,
    })
    return url.includes('#code=') ? 'in' : response.status
  }
}

/** Guesses once from each of many networks, and counts the answers. */
async function guess(userName: string, first: number, count: number): Promise<Record<number, number>> {
  const enter = browser()
  const answers: Record<number, number> = {}
  for (let network = first; network < first + count; network += 1) {
    const answer = await enter(userName, `guess ${network}`, network)
    answers[Number(answer)] = (answers[Number(answer)] ?? 0) + 1
  }
  return answers
}

describe('guesses from many networks', () => {
  test('are limited for the account, with longer and longer pauses, and don’t lock its owner out', async () => {
    const userName = await owner()
    const known = browser()
    expect(await known(userName, goodPassword, 1)).toBe('in')
    expect(await guess(userName, 100, 55)).toEqual({ 401: 49, 429: 6 })
    expect(await browser()(userName, goodPassword, 2)).toBe(429)

    // Five attempts of its own, and again after the right password.
    for (const attempt of ['wrong', 'wrong', 'wrong', 'wrong'])
      expect(await known(userName, attempt, 1)).toBe(401)
    expect(await known(userName, goodPassword, 1)).toBe('in')
    for (const attempt of ['wrong', 'wrong', 'wrong', 'wrong', 'wrong'])
      expect(await known(userName, attempt, 3)).toBe(401)
    expect(await known(userName, goodPassword, 3)).toBe(429)

    clockIsAheadByMs += 15 * MINUTE_MS + 1000
    expect(await browser()(userName, goodPassword, 2)).toBe('in')
    expect(await guess(userName, 200, 55)).toEqual({ 401: 49, 429: 6 })
    clockIsAheadByMs += 15 * MINUTE_MS + 1000
    expect(await browser()(userName, goodPassword, 2)).toBe(429)
    expect(await known(userName, goodPassword, 3)).toBe('in')
    clockIsAheadByMs += 15 * MINUTE_MS
    expect(await browser()(userName, goodPassword, 2)).toBe('in')
  })

  test('get no attempts from a cookie of another account or a forged one', async () => {
    const [userName, other] = [await owner(), await owner()]
    const cookies = new CookieJar()
    const enter = async (name: string, password: string, cookie?: string) => {
      const page = await authorize(app, cookies, { prompt: 'login' }, from(4))
      const header = [cookies.header(page.url), ...(cookie ? [cookie] : [])].join('; ')
      return fetch(page.url, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...from(4), cookie: header },
        body: new URLSearchParams({ userName: name, password }),
      })
    }
    const signedIn = await enter(other, goodPassword)
    const cookie = signedIn.headers.getSetCookie().find((line) => line.startsWith('directory-known-'))
    expect(cookie).toMatch(/; Path=\/directory\/[^;]+\/interaction; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    const [pair = ''] = cookie?.split(';') ?? []
    for (let attempt = 0; attempt < 10; attempt += 1) await enter(userName, `guess ${attempt}`)
    expect((await enter(userName, goodPassword, pair)).status).toBe(429)
    const [name = '', value = ''] = pair.split('=')
    const forged = `${name}=${[crypto.randomUUID(), ...value.split('.').slice(1)].join('.')}`
    expect((await enter(userName, goodPassword, forged)).status).toBe(429)
    expect((await enter(other, 'wrong', pair)).status).toBe(401)
  })
})
