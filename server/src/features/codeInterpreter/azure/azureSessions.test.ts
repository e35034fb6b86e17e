import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEgress } from '../../../platform/egress/egress.ts'
import { interpreterLimits } from '../../../platform/sandbox/interpreter.ts'
import { probeSandbox } from '../../../platform/sandbox/programs.ts'
import type { CellEvent } from '../../../platform/sandbox/received.ts'
import { type AzureCodePool, startAzureCodePool } from '../../../testing/azureCodeSessions.ts'
import type { GivenFile } from '../givenFiles.ts'
import type { Sessions } from '../sessions.ts'
import { createAzureService } from './azureService.ts'
import { createAzureSessions } from './azureSessions.ts'

let pool: AzureCodePool
let sessions: Sessions
let hasLibraries = false
const warnings: string[] = []

/** Sessions as another replica has them, or with a wrong secret. */
function sessionsOf(secret?: string): Sessions {
  const { environment } = pool
  const place = {
    url: environment.AZURE_CODE_SESSIONS_URL!,
    tenantId: 'tenant',
    clientId: 'client',
    clientSecret: secret ?? environment.AZURE_CODE_SESSIONS_CLIENT_SECRET!,
    loginUrl: environment.AZURE_LOGIN_URL!,
  }
  const service = createAzureService(place, createEgress([new URL(place.url).host]))
  return createAzureSessions({
    service,
    key: Buffer.alloc(32, 7),
    log: { warn: (event) => void warnings.push(event) },
  })
}

beforeAll(async () => {
  pool = await startAzureCodePool()
  sessions = sessionsOf()
  hasLibraries = (await probeSandbox(interpreterLimits)).state === 'Available'
})
afterAll(() => pool?.close())
beforeEach(() => {
  warnings.length = 0
  pool.fail(0)
})

const file = (name: string, text: string, wasWritten = false): GivenFile => ({
  ...{ fileId: randomUUID(), name, size: text.length, wasWritten },
  read: () => Readable.from([Buffer.from(text)]),
})

async function run(
  conversationId: string,
  code: string,
  {
    files = [],
    by = sessions,
    signal = new AbortController().signal,
    seconds = 60,
  }: {
    files?: GivenFile[]
    by?: Sessions
    signal?: AbortSignal
    seconds?: number
  } = {},
) {
  const events: CellEvent[] = []
  const end = await by.run({
    ...{ conversationId, code, seconds, signal },
    files: async () => files,
    on: (event) => void events.push(event),
  })
  const text = events.map((event) => ('text' in event ? event.text : '')).join('')
  return { end, text, events }
}

describe('[R-3-077] code in a session of Azure', () => {
  it('keeps its variables for its conversation, for all replicas', async () => {
    expect(await run('a', 'x = 1\nprint("è 😀")')).toMatchObject({
      end: { outcome: 'Completed', isNew: true },
      text: 'è 😀\n',
    })
    expect(await run('a', 'x + 1')).toMatchObject({ end: { isNew: false }, text: '2' })
    expect(await run('a', 'x + 2', { by: sessionsOf() })).toMatchObject({ end: { isNew: false }, text: '3' })
    expect((await run('b', 'x')).end?.error).toContain('NameError')
  })

  it('reads the files of its conversation and returns those that it writes', async () => {
    const [one, other] = [file('Umsätze 1.csv', 'a,b\n1,2\n'), file('../x.csv', 'z')]
    const first = await run('c', 'print(open("Umsätze 1.csv").read())\nopen("sum.txt", "w").write("3")', {
      files: [one, other],
    })
    expect(first.text).toContain('1,2')
    expect(first.end?.files.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([['sum.txt', '3']])
    const uploads = () => pool.calls.filter((call) => call === 'POST /pool/files').length
    const before = uploads()
    const again = await run('c', 'import os\nprint(sorted(os.listdir()))', { files: [one, other] })
    expect(again.text).toContain('x.csv')
    expect(again.end?.files).toEqual([])
    expect(uploads()).toBe(before)
  })

  it('starts again with the files after its session has ended, and says so', async () => {
    const given = file('given.txt', 'given')
    await run('d', 'x = 1', { files: [given] })
    await pool.end(pool.names().at(-1)!)
    const after = await run('d', 'print(open("given.txt").read(), open("own.txt").read())\nx', {
      files: [given, file('own.txt', 'own', true)],
    })
    expect(after).toMatchObject({ text: 'given own\n', end: { isNew: true, outcome: 'Failed' } })
  })

  it('shows charts with their data', async ({ skip }) => {
    if (!hasLibraries) skip()
    const { events } = await run('e', 'import matplotlib.pyplot as plt\nplt.plot([1, 2], [3, 4])\nplt.show()')
    expect(events).toMatchObject([{ kind: 'chart', charts: [{ series: [{ x: [1, 2], y: [3, 4] }] }] }])
  })

  it('ends at its limit of time, and keeps its variables', async () => {
    const { end } = await run('f', 'x = 5\nwhile True: pass', { seconds: 1 })
    expect(end?.outcome).toBe('TimeLimit')
    expect((await run('f', 'print(x)')).text).toBe('5\n')
  })

  it('that ends its process loses its variables, and the next has a new session', async () => {
    await run('g', 'x = 1')
    expect((await run('g', 'import os\nos._exit(1)')).end?.outcome).toBe('Lost')
    expect(await run('g', 'print(2)')).toMatchObject({ text: '2\n', end: { isNew: true } })
  })

  it('can’t pass more as a result than our own sandbox', async () => {
    const forged = `import sys
m = sys.modules['parlance_harness']
m.emit('chart', data='%%%', charts=[])
for n in range(20000): m.emit('text', stream='out', text='x')`
    expect((await run('h', forged)).end?.outcome).toBe('OutputLost')
  })

  it('is stopped without waiting for the session, which isn’t used again', async () => {
    await run('i', 'x = 1')
    const stop = new AbortController()
    const slow = run('i', 'import time\ntime.sleep(600)', { signal: stop.signal })
    await expect
      .poll(() => pool.calls.filter((call) => call.endsWith('executions')).length)
      .toBeGreaterThan(1)
    stop.abort()
    expect((await slow).end?.outcome).toBe('Stopped')
    expect((await run('i', 'print(1)')).end?.isNew).toBe(true)
  })

  it('leaves nothing in its session when its conversation is deleted', async () => {
    await run('j', 'secret = 1\nopen("secret.txt", "w").write("x")')
    sessions.end('j')
    await expect
      .poll(async () => (await run('j', 'import os\nprint([n for n in os.listdir() if "secret" in n])')).text)
      .toBe('[]\n')
  })

  it('doesn’t run while the service is busy, fails, or refuses the application', async () => {
    pool.fail(429)
    expect((await run('k', '1')).end).toBeNull()
    pool.fail(500)
    expect((await run('k', '1')).end?.outcome).toBe('Lost')
    expect(warnings).toEqual(['codeInterpreter.failed'])
    pool.fail(0)
    expect((await run('k', '1', { by: sessionsOf('wrong') })).end?.outcome).toBe('Lost')
    expect(await run('k', '1')).toMatchObject({ text: '1' })
  })

  it('uses one token for many cells', () => {
    expect(pool.tokens()).toBeLessThan(5)
  })
})
