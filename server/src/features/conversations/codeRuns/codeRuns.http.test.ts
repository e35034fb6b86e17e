import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, type OpenStream, openStream } from '../../../testing/client.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { cellsIn, isOpen } from '../code/cellText.ts'
import { type Asked, ask, base, segmentOf } from '../testing/asking.ts'

const engine = createScriptedEngine()
let app: TestApplication
let token: string
let agent: string
let asked: Asked

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: {
      COMPATIBLE_DEPLOYMENTS: 'scripted',
      CODE_INTERPRETER: 'auto',
      CODE_INTERPRETER_MINUTES_PER_DAY: '5',
    },
  })
  token = await app.token('anna')
  agent = await publishAgent(app, 'Analyst', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
    capabilityTypes: ['FileSearch', 'CodeInterpreter'],
  })
})
afterAll(() => app?.remove())
beforeEach(async ({ skip }) => {
  const { state } = await app.platform.sandbox.state()
  if (state !== 'Available') skip()
  await sql`delete from usage_counter where scope = 'code'`.execute(app.platform.database.db)
  answersWith('x = 6')
  asked = await ask(app, token, { gptSystemId: agent }, 'Compute.')
})

/** Scripts a model that runs a cell, and then answers. */
function answersWith(code: string): void {
  let isFirst = true
  engine.play(async (writer) => {
    if (!isFirst) return writer.text('Done.')
    isFirst = false
    return {
      finish: 'ToolCalls',
      toolCalls: [{ id: randomUUID(), name: 'run_python', input: JSON.stringify({ code }) }],
    }
  })
}

const pathOf = ({ conversationId, conversationSegmentId }: Asked) =>
  `${base}/${conversationId}/segments/${conversationSegmentId}/codeRuns`

const shownBy = ({ events }: OpenStream) =>
  events.flatMap((one) => (one.event === 'code-interpreter-updated' ? [one.data.text] : [])).join('')

async function run(code: string) {
  const stream = await openStream(app, pathOf(asked), { token, body: { code } })
  await stream.ended
  const shown = shownBy(stream)
  const errors = stream.events.flatMap((one) => (one.event === 'error' ? [one.data.code] : []))
  const last = stream.events.at(-1)
  return { shown, errors, status: last?.event === 'no-more-data' ? last.data.status : null }
}

const stored = async () => (await segmentOf(app, token, asked)).codeInterpreterResponse

describe('code that a person changes and runs', () => {
  test('finds variables and files of the conversation, and is added to the code of the answer', async () => {
    const before = await stored()
    const { shown, status } = await run("open('six.txt', 'w').write(str(x))\nprint(x * 7)")
    expect(status).toBe('Completed')
    expect(shown).toContain('~~~~~~~~python by-person\n')
    expect(shown).toContain('~~~~~~~~output\n42\n')
    expect(shown).toContain('[six.txt](code-file:')
    expect(await stored()).toBe(before + shown)
    const second = await run("open('six.txt').read()")
    expect(second.shown).toContain("output\n'6'")
    expect(await stored()).toBe(before + shown + second.shown)
  })

  test('says why it failed, and that variables of an ended process are gone', async () => {
    expect((await run('1 / 0')).shown).toContain('ZeroDivisionError')
    expect((await run('import os; os._exit(1)')).shown).toContain('Its variables are gone.')
    const { shown } = await run('x')
    expect(shown).toContain('NameError')
    expect(shown).toContain('Variables of earlier questions are gone.')
  })

  test('stops when its reader disconnects, and keeps what it showed', async () => {
    const before = await stored()
    const stream = await openStream(app, pathOf(asked), {
      token,
      body: { code: "import time\nprint('begun')\ntime.sleep(50)" },
    })
    await expect.poll(() => shownBy(stream)).toContain('output\nbegun')
    stream.close()
    await expect.poll(async () => (await stored()).length).toBeGreaterThan(before.length)
    expect(await stored()).toContain('output\nbegun')
    // The process is still there.
    expect((await run('x')).shown).toContain('output\n6')
  })

  test('is run only for the owner of a conversation, and after the answer', async () => {
    const other = await call(app, pathOf(asked), {
      token: await app.token('admin'),
      body: { code: 'x' },
    })
    expect(other).toMatchObject({ status: 404, body: { code: 'conversation.segmentNotFound' } })
    answersWith('import time; time.sleep(50)')
    const stream = await openStream(app, `${base}/${asked.conversationId}/segments`, {
      token,
      body: { question: 'Sleep.' },
    })
    await expect
      .poll(() => stream.events.some(({ event }) => event === 'code-interpreter-updated'))
      .toBe(true)
    const ids = stream.events[0]?.data as { conversationId: string; conversationSegmentId: string }
    const early = await call(app, pathOf({ ...asked, ...ids }), { token, body: { code: 'x' } })
    expect(early).toMatchObject({ status: 409, body: { code: 'codeRun.answering' } })
    await call(app, `${base}/${ids.conversationId}/segments/${ids.conversationSegmentId}/abort`, {
      token,
      body: {},
    })
    await stream.ended
  })

  test('isn’t run if the agent doesn’t run code anymore', async () => {
    const gptSystemId = await publishAgent(app, 'Soon gone', {
      languageEngine: 'OpenAICompatible',
      deploymentName: 'scripted',
      capabilityTypes: ['CodeInterpreter'],
    })
    answersWith('x = 1')
    asked = await ask(app, token, { gptSystemId }, 'Compute.')
    await call(app, `/api/internal/gptSystems/system/management/${gptSystemId}/publishing`, {
      token: await app.token('admin'),
      method: 'PUT',
      body: { gptSystemConfigurationStateId: null },
    })
    expect(await run('x')).toEqual({ shown: '', errors: ['codeRun.agent'], status: 'Failed' })
  })

  test('is stored with output that PostgreSQL can’t store as it is', async () => {
    const before = await stored()
    const { shown, errors, status } = await run(String.raw`print('a\0b\ud800')`)
    expect({ errors, status }).toEqual({ errors: [], status: 'Completed' })
    expect(shown).toContain('output\na\ufffdb')
    expect(await stored()).toBe(before + shown)
  })

  test('is added to an answer that was stopped within its code, also from two windows', async () => {
    await sql`update conversation_segment set code_interpreter_response = ${'~~~~~~~~python\nx = 1'}
      where id = ${asked.conversationSegmentId}::uuid`.execute(app.platform.database.db)
    const ran = await Promise.all([run('1 + 1'), run('2 + 2')])
    expect(ran.map(({ status }) => status)).toEqual(['Completed', 'Completed'])
    expect(cellsIn(await stored()).toSorted()).toEqual(['1 + 1', '2 + 2', 'x = 1'])
    expect(isOpen(await stored())).toBe(false)
  })

  test('isn’t run without room in the answer', async () => {
    await sql`update conversation_segment set code_interpreter_response = ${'x'.repeat(499_000)}
      where id = ${asked.conversationSegmentId}::uuid`.execute(app.platform.database.db)
    expect((await run('x')).errors).toEqual(['codeRun.full'])
  })

  test('is refused if it is too long', async () => {
    const body = { code: 'x'.repeat(50_001) }
    expect((await call(app, pathOf(asked), { token, body })).status).toBe(400)
  })
})

describe('the time of a person on a day', () => {
  test('counts what answers and people run, and ends running code for both', async () => {
    await run('import time; time.sleep(0.3)')
    const { rows } = await sql<{ ms: number }>`select code_ms::int as ms from usage_counter
      where scope = 'code'`.execute(app.platform.database.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.ms).toBeGreaterThan(300)
    await sql`update usage_counter set code_ms = ${5 * 60_000} where scope = 'code'`.execute(
      app.platform.database.db,
    )
    expect(await run('x')).toEqual({ shown: '', errors: ['codeRun.time'], status: 'Failed' })
    answersWith('x')
    const { segment } = await ask(app, token, { gptSystemId: agent }, 'Compute again.')
    expect(segment.codeInterpreterResponse).toBe('')
    expect(segment.steps).toContainEqual(
      expect.objectContaining({
        title:
          'You’ve reached your limit for running code today. You can run code again after midnight (UTC).',
        state: 'Failed',
      }),
    )
  })

  test('isn’t exceeded by many runs that wait for each other', async () => {
    const body = { code: 'import time; time.sleep(2)' }
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => openStream(app, pathOf(asked), { token, body })),
    )
    await Promise.all(streams.map((stream) => stream.ended))
    const refused = streams.flatMap(({ events }) =>
      events.flatMap((one) => (one.event === 'error' ? [one.data.code] : [])),
    )
    expect(refused).toEqual(['codeRun.busy', 'codeRun.busy'])
    expect((await run('x')).errors).toEqual([])
  })

  test('limits a cell to what is left', async () => {
    await run('x')
    await sql`update usage_counter set code_ms = ${5 * 60_000 - 900} where scope = 'code'`.execute(
      app.platform.database.db,
    )
    const { shown } = await run('import time\nfor n in range(300):\n  time.sleep(0.1)')
    expect(shown).toContain('The code took too long and was stopped.')
  })
})

test('the process of a conversation ends with the conversation', async () => {
  await run('x')
  const ended = await call(app, `${base}/${asked.conversationId}`, { token, method: 'DELETE', body: {} })
  expect(ended.status).toBe(204)
  const restored = await call(app, `${base}/${asked.conversationId}/restore`, {
    token,
    method: 'PUT',
    body: {},
  })
  expect(restored.status).toBe(200)
  await expect
    .poll(() => run('x'))
    .toMatchObject({
      shown: expect.stringContaining('NameError'),
    })
})
