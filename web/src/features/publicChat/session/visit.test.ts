// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Call, fakeReplies, json, problem, type Replies } from '../../../testing/fakeServer.ts'
import { blockedStorage } from './testing/blockedStorage.ts'
import { createVisit } from './visit.ts'

const KEY = 'parlance.public.desk'
const base = '/publicConversations'
const create = { method: 'POST', path: `/api/internal${base}/byGptPublicEndpoint/desk`, body: {} }
const list = { method: 'GET', path: `/api/internal${base}` }

const sessionOf = (number: number, secret = `secret-${number}`) => ({
  sessionIdentifier: `id-${number}`,
  secret,
  // A wrong clock makes it look over. Only the server decides.
  expiresAt: '2001-01-01T00:00:00Z',
})
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null')
const store = (session: object) => localStorage.setItem(KEY, JSON.stringify(session))
const secrets = (calls: Call[]) => calls.map(({ headers }) => headers['x-public-session'])
const ended = () => problem(401, 'publicChat.session')

let started = 0
const start: Replies = {
  [`${base}/endpoints/desk`]: () => json({ challenge: null }),
  [`POST ${base}/sessions/byGptPublicEndpoint/desk`]: () => json(sessionOf(++started)),
  [`POST ${base}/byGptPublicEndpoint/desk`]: () => json({}),
}
const rotateOf = (number: number) => `POST ${base}/sessions/id-${number}/rotate`

beforeEach(() => {
  localStorage.clear()
  started = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('starts a session with the first question, not by looking at the page, and sends its secret from then on', async () => {
  const { calls } = fakeReplies(start)
  const visit = createVisit('desk')
  await visit.rotate()
  await visit.send({ method: 'GET', path: `/api/internal${base}/endpoints/desk` })
  await expect(visit.send(list)).rejects.toMatchObject({ problem: { code: 'publicChat.session' } })
  expect(started).toBe(0)
  await visit.send(create)
  await visit.send(list)
  // The page as it is now, its settings once more with a new challenge, the start of the session, and the two calls.
  expect(secrets(calls)).toEqual([undefined, undefined, undefined, 'secret-1', 'secret-1'])
  expect(stored()).toEqual(sessionOf(1))
  expect(visit.state.read()).toEqual({ sessionIdentifier: 'id-1', isKept: true, hasEnded: false })
})

it('uses what the page’s first script has asked for, if it was answered', async () => {
  const { calls } = fakeReplies(start)
  const path = `/api/internal${base}/endpoints/desk`
  const visit = createVisit('desk')
  // The page has just loaded, however long this process has been running.
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  for (const status of [200, 503]) {
    Object.assign(globalThis, { earlyAnswers: { [path]: Promise.resolve(json({ status }, status)) } })
    await visit.send({ method: 'GET', path })
  }
  expect(calls).toHaveLength(1)
  Object.assign(globalThis, { earlyAnswers: undefined })
})

it('two tabs, and two questions at once, share one session', async () => {
  fakeReplies(start)
  const [one, other] = [createVisit('desk'), createVisit('desk')]
  await Promise.all([one.send(create), one.send(create)])
  await other.send(create)
  expect(started).toBe(1)
})

it('replaces a stored secret on each page load, whatever the clock says about its end', async () => {
  store(sessionOf(1))
  const { calls } = fakeReplies({ ...start, [rotateOf(1)]: () => json(sessionOf(1, 'newer')) })
  const visit = createVisit('desk')
  await visit.rotate()
  await visit.send(list)
  expect(secrets(calls)).toEqual(['secret-1', 'newer'])
  expect(stored()).toMatchObject({ secret: 'newer' })
})

it('two tabs that load at once replace the secret once', async () => {
  store(sessionOf(1))
  // As the browser does for all tabs.
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, work: () => Promise<unknown>) => {
    last = last.then(work, work)
    return last
  }
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })
  let rotated = 0
  const { calls } = fakeReplies({ ...start, [rotateOf(1)]: () => json(sessionOf(1, `newer-${++rotated}`)) })
  await Promise.all([createVisit('desk').rotate(), createVisit('desk').rotate()])
  expect([calls.length, stored().secret]).toEqual([1, 'newer-1'])
})

it('replaces the secret again after 12 hours in use', async () => {
  store(sessionOf(1))
  const { calls } = fakeReplies({ ...start, [rotateOf(1)]: () => json(sessionOf(1, 'newer')) })
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const visit = createVisit('desk')
  await visit.send(list)
  expect(calls).toHaveLength(1)
  now.mockReturnValue(12 * 3_600_000 + 1)
  await visit.send(list)
  await vi.waitFor(() => expect(stored().secret).toBe('newer'))
})

it('tries a rotation again whose response was lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  store(sessionOf(1))
  let tries = 0
  fakeReplies({
    ...start,
    [rotateOf(1)]: () => (++tries < 3 ? Promise.reject(new TypeError('lost')) : json(sessionOf(1, 'newer'))),
  })
  const rotated = createVisit('desk').rotate()
  await vi.advanceTimersByTimeAsync(10_000)
  await rotated
  expect([tries, stored().secret]).toEqual([3, 'newer'])
})

it('repeats a call whose secret another tab has just replaced', async () => {
  store(sessionOf(1))
  const { calls } = fakeReplies({
    ...start,
    [base]: ({ headers }) => {
      if (headers['x-public-session'] === 'newer') return json({ items: [] })
      store(sessionOf(1, 'newer'))
      return ended()
    },
  })
  const visit = createVisit('desk')
  expect((await visit.send(list)).ok).toBe(true)
  expect(secrets(calls)).toEqual(['secret-1', 'newer'])
  expect(visit.state.read().hasEnded).toBe(false)
})

it('forgets a session that the server has ended, and starts another one with the next question', async () => {
  store(sessionOf(7))
  fakeReplies({ ...start, [base]: ended })
  const visit = createVisit('desk')
  await expect(visit.send(list)).rejects.toMatchObject({ status: 401 })
  expect([stored(), visit.state.read()]).toMatchObject([null, { sessionIdentifier: null, hasEnded: true }])
  await visit.send(create)
  expect(visit.state.read()).toMatchObject({ sessionIdentifier: 'id-1', hasEnded: false })
})

it('keeps the session of a page that stores nothing, and says so', async () => {
  vi.stubGlobal('localStorage', blockedStorage())
  const { calls } = fakeReplies(start)
  const visit = createVisit('desk')
  expect(visit.state.read().isKept).toBe(false)
  await visit.send(create)
  await visit.send(list)
  expect(secrets(calls).slice(2)).toEqual(['secret-1', 'secret-1'])
  expect(visit.state.read()).toMatchObject({ sessionIdentifier: 'id-1', isKept: false })
})

it('follows another tab that starts or deletes the session, and ignores what isn’t one', () => {
  store({ hello: 'there' })
  const visit = createVisit('desk')
  const told = (key: string | null) => dispatchEvent(Object.assign(new Event('storage'), { key }))
  expect(visit.state.read().sessionIdentifier).toBeNull()
  store(sessionOf(3))
  told('another key')
  expect(visit.state.read().sessionIdentifier).toBeNull()
  told(KEY)
  expect(visit.state.read().sessionIdentifier).toBe('id-3')
  localStorage.clear()
  told(null)
  expect(visit.state.read().sessionIdentifier).toBeNull()
})

it('forgets the session once its data is deleted, and keeps it if that fails', async () => {
  store(sessionOf(1))
  let fails = true
  fakeReplies({
    ...start,
    [`DELETE ${base}/sessions/id-1/data`]: () => (fails ? problem(500, 'server.failed') : json(null)),
  })
  const visit = createVisit('desk')
  await expect(visit.removeData()).rejects.toMatchObject({ status: 500 })
  expect(stored()).toEqual(sessionOf(1))
  fails = false
  await visit.removeData()
  expect([stored(), visit.state.read().hasEnded]).toEqual([null, false])
})

it('answers a challenge where the page demands one', async () => {
  const bodies: unknown[] = []
  const { calls } = fakeReplies({
    ...start,
    [`${base}/endpoints/desk`]: () => json({ challenge: { token: 'token', bits: 6 } }),
    [`POST ${base}/sessions/byGptPublicEndpoint/desk`]: ({ body }) => {
      bodies.push(JSON.parse(String(body)))
      return json(sessionOf(1))
    },
  })
  await createVisit('desk').send(create)
  expect(stored()).toEqual(sessionOf(1))
  expect(bodies).toMatchObject([{ challengeAnswer: { token: 'token', counter: expect.any(Number) } }])
  expect(calls).toHaveLength(3)
})

it('tries again to start a session in a crowd, and gives up in the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let tries = 0
  let crowded = 2
  fakeReplies({
    ...start,
    [`POST ${base}/sessions/byGptPublicEndpoint/desk`]: () =>
      ++tries <= crowded ? problem(429, 'request.rate') : json(sessionOf(1)),
  })
  const asked = createVisit('desk').send(create)
  await vi.advanceTimersByTimeAsync(10_000)
  await asked
  expect([tries, stored()]).toEqual([3, sessionOf(1)])
  localStorage.clear()
  crowded = 100
  const refused = expect(createVisit('desk').send(create)).rejects.toMatchObject({ status: 429 })
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
})
