import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, attach, base, libraryOf, opened } from '../features/conversations/testing/asking.ts'
import { publishAgent } from './agents.ts'
import { startTestApplication, type TestApplication } from './application.ts'
import { call, credentials, send } from './client.ts'
import { setCompliance } from './compliance.ts'
import { person, type TestPerson } from './people.ts'
import { createScriptedEngine } from './scriptedEngine.ts'
import { type ScriptedProvider, startScriptedProvider } from './scriptedProvider.ts'

// What people write never gets into the log or error reports, whatever fails while they do.
const MARK = 'zanzibarquartz'
const NAME = 'Quillhaven'
const engine = createScriptedEngine()
let app: TestApplication
let provider: ScriptedProvider
let service: Server
const reports: string[] = []
let someone: TestPerson
let agent: string
let ofProvider: string

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    reports.push(Buffer.concat(parts).toString('utf8'))
    response.end('{}')
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  provider = await startScriptedProvider()
  app = await startTestApplication({
    engines: { OpenAI: engine },
    environment: {
      LOG_LEVEL: 'DEBUG',
      ERROR_REPORTING_DSN: `http://key@127.0.0.1:${(service.address() as AddressInfo).port}/1`,
      OPENAI_DEPLOYMENTS: 'scripted',
      COMPATIBLE_BASE_URL: provider.baseUrl,
      COMPATIBLE_DEPLOYMENTS: 'model-x',
    },
  })
  someone = await person(app)
  await sql`update app_user set name = ${`${NAME} Person`} where id = ${someone.userId}`.execute(db())
  const library = await libraryOf(app, 'Towers', { [`${MARK}.txt`]: `The lighthouse of ${MARK} is tall.` })
  const of = (languageEngine: string, deploymentName: string) =>
    publishAgent(app, `Agent ${MARK}`, { languageEngine, deploymentName, systemPrompt: MARK }, [library])
  agent = await of('OpenAI', 'scripted')
  ofProvider = await of('OpenAICompatible', 'model-x')
  await setCompliance(app, { mode: 'Standard', retentionDays: 365 })
})
afterAll(async () => {
  await app?.remove()
  await provider?.close()
  service?.close()
})

const db = () => app.platform.database.db
const question = `Where is the ${MARK} of ${NAME}?`
/** Returns where the log or a report has something that people wrote. */
const found = () =>
  [...app.logged, ...reports].flatMap((text) =>
    [...text.matchAll(new RegExp(`.{0,80}(${MARK}|${NAME}).{0,80}`, 'gi'))].map(([where]) => where),
  )
/** Waits for an entry of the log. */
const logged = (event: string, text = '') =>
  expect
    .poll(() => app.logged.filter((line) => line.includes(`"${event}"`) && line.includes(text)).length)
    .toBeGreaterThan(0)
const failing = async (gptSystemId = agent) => {
  const stream = await opened(app, someone.token, { gptSystemId }, { question })
  await stream.ended
}

test('a provider that quotes the prompt in its error', async () => {
  const message = `Invalid prompt: ${question}`
  const errors = [
    JSON.stringify({ error: { message, code: MARK, type: question } }),
    message,
    JSON.stringify({ error: message }),
    JSON.stringify({ detail: [{ msg: message, input: question }] }),
  ]
  for (const status of [400, 401, 404, 422, 500]) {
    for (const error of errors) {
      provider.play({ status, actions: [{ write: error }] })
      await failing(ofProvider)
    }
  }
  provider.play({ actions: [{ write: `data: {"error": "${MARK}` }, 'end'] })
  await failing(ofProvider)
  await logged('answer.refused', 'The provider returned 400')
  expect(found()).toEqual([])
})

test('an error with the text in its message', async () => {
  const errors: unknown[] = [
    new Error(question),
    new TypeError(`Failed to parse URL from ${question}`),
    new RangeError(`“${question}”`, { cause: new Error(MARK) }),
    Object.assign(new Error(question), { code: 'ERR_INVALID_ARG_VALUE' }),
    Object.assign(new Error(`invalid input syntax for type integer: "${question}"`), { code: '22P02' }),
    Object.assign(new Error(`${question}\n    at ${MARK} (file.ts:1:2)`), { name: 'Error' }),
    question,
    { message: question, stack: `Error: ${question}` },
  ]
  for (const error of errors) {
    engine.play(() => Promise.reject(error))
    await failing()
  }
  await logged('answer.failed')
  await expect.poll(() => reports.some((report) => report.includes('answer.failed'))).toBe(true)
  expect(found()).toEqual([])
})

test('a database error with the value', async () => {
  await sql`create function refuse_question() returns trigger language plpgsql as $$
    begin perform new.question::int; return new; end $$`.execute(db())
  await sql`create trigger refuse_question before insert on conversation_segment
    for each row execute function refuse_question()`.execute(db())
  const answer = await call(app, `${base}/byGptSystemId/${agent}`, {
    token: someone.token,
    body: { question },
    headers: { 'idempotency-key': 'a-key-of-this-test' },
  })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  await sql`drop trigger refuse_question on conversation_segment`.execute(db())
  await logged('request.failed', '22P02')
  expect(found()).toEqual([])
})

test('answers, titles, files, and requests that can’t be read', async () => {
  engine.play(async (writer) => writer.text(`The ${MARK} of ${NAME}. [1]`))
  const { conversationId } = await ask(app, someone.token, { gptSystemId: agent }, question)
  await call(app, `${base}/${conversationId}/title`, {
    token: someone.token,
    method: 'PUT',
    body: { title: `${MARK} ${NAME}` },
  })
  const broken = await attach(app, someone.token, `${MARK} of ${NAME}.pdf`, `%PDF-1.7 ${MARK}`)
  const stream = await opened(
    app,
    someone.token,
    { gptSystemId: agent },
    { question, attachmentIds: [broken] },
  )
  await stream.ended
  for (const body of [`{"question": "${question}`, `${question}`, JSON.stringify({ [MARK]: question })]) {
    const answer = await fetch(`${app.origin}${base}/byGptSystemId/${agent}`, {
      method: 'POST',
      headers: { ...credentials(someone.token), 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(400)
  }
  await send(app, `${base}?search=${MARK}`, { token: someone.token })
  await send(app, `/api/internal/${MARK}?${MARK}=${NAME}`, { token: someone.token })
  const problem = {
    component: 'chat',
    message: `Error: ${question}`,
    stack: `Error: ${question}`,
    version: '1',
  }
  const before = reports.length
  await call(app, '/api/internal/clientErrors', { token: someone.token, body: problem })
  await expect.poll(() => reports.length).toBeGreaterThan(before)
  expect(found()).toEqual([])
})
