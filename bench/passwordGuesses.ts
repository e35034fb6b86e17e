/**
 * Guesses a password from many networks at once, while its owner keeps signing in from their usual browser.
 *   node bench/passwordGuesses.ts [--guesses 50000] [--networks 500] [--at-once 20]
 * Each guesser opens the sign-in page once and then posts guesses to it, as an attacker would. A guess is compared
 * with the stored hash if it is answered with 401; 429 and others are refused before that. Prints the answers, the
 * owner's sign-ins, and the processor time of both. Exits 1 if more than 200 guesses reached the hash, if one of
 * them got in, or if one of the owner's sign-ins failed.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { createPerson } from '../server/src/testing/access.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { goodPassword, setPassword } from '../server/src/testing/passwordLinks.ts'
import { authorize, CookieJar, follow } from '../server/src/testing/signIn.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'

const MOST_HASHED = 200
const OWNER_EVERY_MS = 5000
const guesses = Number(option('guesses', '50000'))
const networks = Number(option('networks', '500'))
const atOnce = Number(option('at-once', '20'))

const app = await startTestApplication({
  databaseUrl: null,
  environment: { TRUST_PROXY: '1', RATE_LIMITS: 'on' },
})
const { userName, passwordLink } = await createPerson(app)
await setPassword(passwordLink ?? '')

/** A network of its own: /64 is what one household or server gets. */
const from = (network: number) => ({ 'x-forwarded-for': `2001:db8:0:${network.toString(16)}::1` })

const usual = new CookieJar()
const ownerMs: number[] = []
let ownerFailed = 0
async function ownerSignsIn(): Promise<void> {
  const begun = performance.now()
  const page = await authorize(app, usual, { prompt: 'login' }, from(0xffff))
  const body = new URLSearchParams({ userName, password: goodPassword })
  const { url } = await follow(app, usual, page.url, { method: 'POST', headers: from(0xffff), body })
  if (url.includes('#code=')) ownerMs.push(performance.now() - begun)
  else ownerFailed += 1
}

const answers: Record<string, number> = {}
let entered = 0
/** Guesses from one network after the other until there are enough. */
async function guessFrom(network: number, count: number): Promise<void> {
  const cookies = new CookieJar()
  const headers = from(network)
  let page = await authorize(app, cookies, { prompt: 'login' }, headers)
  for (let one = 0; one < count; one += 1) {
    const response = await fetch(page.url, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, cookie: cookies.header(page.url) },
      body: new URLSearchParams({ userName, password: `guess ${network} ${one}` }),
    })
    await response.arrayBuffer()
    answers[response.status] = (answers[response.status] ?? 0) + 1
    if (response.status >= 300 && response.status < 400) entered += 1
    // The page is gone, as after a long time: the next guess needs a new one.
    if (response.status === 400 || response.status === 404)
      page = await authorize(app, cookies, { prompt: 'login' }, headers)
  }
}

await ownerSignsIn()
const cpuBefore = process.cpuUsage()
const begun = performance.now()
let over = false
const owner = (async () => {
  while (!over) {
    await ownerSignsIn()
    await wait(OWNER_EVERY_MS)
  }
})()
let next = 0
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let network = next; network < networks; network = next) {
      next += 1
      await guessFrom(network, Math.ceil(guesses / networks))
    }
  }),
)
over = true
await owner
const seconds = (performance.now() - begun) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
await ownerSignsIn()
await app.remove()

const hashed = (answers[401] ?? 0) + entered
const told = Object.entries(answers).map(([status, count]) => `${count} × ${status}`)
say(
  `${told.join(', ')} in ${round(seconds, 0)} s; ${hashed} guesses reached the hash, of ${MOST_HASHED} allowed`,
)
say(
  `owner: ${ownerMs.length} sign-ins, ${ownerFailed} failed, p50 ${round(quantile(ownerMs, 0.5), 0)} ms, most ${round(Math.max(...ownerMs), 0)} ms; ${round((user + system) / 1e6, 0)} s of processor time for both sides`,
)
const holds = hashed <= MOST_HASHED && entered === 0 && ownerFailed === 0
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)
