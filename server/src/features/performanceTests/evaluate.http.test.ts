import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Answer } from '@parlance/contract/endpoint'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, TEST_KEY, type TestApplication } from '../../testing/application.ts'
import { listEntries } from '../../testing/auditLog.ts'
import { call } from '../../testing/client.ts'

const root = path.join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-evaluate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  code: number | null
  said: string
}

function evaluate(environment: Record<string, string>, args: string[]): Promise<Ended> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'tools/evaluate.ts', ...args],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...environment },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

/** Publishes an agent that answers nothing, with a test of which half passes. */
async function prepare(app: TestApplication): Promise<string> {
  const token = await app.token('admin')
  const gptSystemId = await publishAgent(app, 'Travel desk')
  const post = async <T>(at: string, body: object): Promise<T> => {
    const answer = await call<T>(app, `/api/internal/${at}`, { token, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const { performanceTestId } = await post<{ performanceTestId: string }>('performanceTests', {
    gptSystemId,
    name: 'Rules',
  })
  await post(`performanceTests/${performanceTestId}/cases`, {
    question: 'Who is there?',
    expectRefusal: true,
  })
  await post(`performanceTests/${performanceTestId}/cases`, {
    question: 'How many days?',
    expectedFacts: ['30 days'],
    tags: ['Critical'],
  })
  // The built-in test isn’t one to choose from.
  const { publishedStateId } = (
    await call<{ publishedStateId: string }>(
      app,
      `/api/internal/gptSystems/system/management/${gptSystemId}`,
      { token },
    )
  ).body
  await post(`gptSystems/system/management/${gptSystemId}/injectionTest/runs`, {
    gptSystemConfigurationStateId: publishedStateId,
    costCeilingUsd: 0,
  })
  return performanceTestId
}

describe.each([
  ['the embedded database of a running server', true],
  ['the PostgreSQL of a running server', false],
])('[R-7-112] npm run evaluate, with %s', (_, isEmbedded) => {
  let app: TestApplication
  let environment: Record<string, string>
  let testId: string
  beforeAll(async () => {
    app = await startTestApplication(isEmbedded ? { databaseUrl: null } : {})
    environment = {
      DATA_DIR: app.dataDir,
      PUBLIC_ORIGIN: app.origin,
      ...(app.databaseUrl
        ? { DATABASE_URL: app.databaseUrl, DATABASE_UNSAFE: '1', SECRET_KEY: TEST_KEY }
        : {}),
    }
    testId = await prepare(app)
  })
  afterAll(() => app?.remove())

  const runs = async () => {
    const at = `/api/internal/performanceTests/${testId}/runs`
    const { body } = await call<Answer<typeof performanceTests.listRuns>>(app, at, {
      token: await app.token('admin'),
    })
    return body.items
  }

  test('runs a test, says whether the minimum is reached, and writes the results', async () => {
    const files = {
      junit: path.join(folder, `${isEmbedded}.xml`),
      json: path.join(folder, `${isEmbedded}.json`),
    }
    const { code, said } = await evaluate(environment, [
      ...['--agent', 'travel DESK', '--minimum', '60', '--junit', files.junit, '--json', files.json],
    ])
    expect(said).toMatch(/^NOT PASSED: 50 % ± \d+, minimum 60 %\./m)
    expect(code).toBe(1)
    expect(readFileSync(files.junit, 'utf8')).toContain('tests="2" failures="1" errors="0"')
    const written = JSON.parse(readFileSync(files.json, 'utf8'))
    expect(written).toMatchObject({ agent: 'Travel desk', test: 'Rules', score: 50, passed: false })
    expect(written.cases[1].problems).toContain('Missing: 30 days')
    const [run] = await runs()
    expect(run).toMatchObject({ source: 'Terminal', startedBy: null, wasPublished: true, scorePercent: 50 })
    const entries = await listEntries(app, { entityId: testId })
    expect(entries).toContainEqual(
      expect.objectContaining({ verb: 'run', actor: expect.objectContaining({ kind: 'System' }) }),
    )
  })

  test('exits with 0 if the minimum is reached', async () => {
    const { code, said } = await evaluate(environment, [
      '--agent',
      'Travel desk',
      '--test',
      testId,
      '--minimum',
      '50',
    ])
    expect(said).toMatch(/^PASSED: 50 %/m)
    expect(code).toBe(0)
  })

  if (isEmbedded)
    test('runs a test although the server is stopped', async () => {
      await app.stop()
      const { code, said } = await evaluate(environment, ['--agent', 'Travel desk', '--minimum', '50'])
      expect(said).toMatch(/^PASSED: 50 %/m)
      expect(code).toBe(0)
    })

  test.runIf(!isEmbedded).each([
    [[], /Name an agent/],
    [['--agent', 'Nowhere'], /no agent with the name or ID Nowhere/],
    [['--agent', 'Travel desk', '--test', 'Other'], /no test with the name or ID Other/],
    [['--agent', 'Travel desk', '--version', '99'], /has no version 99/],
    [['--agent', 'Travel desk', '--version', 'latest'], /--version is published, draft, or/],
    [['--agent', 'Travel desk', '--minimum', 'high'], /--minimum is a number from 0 to 100/],
    [['--agent', 'Travel desk', '--colour'], /Unknown option/],
  ])('says what is wrong with %j', async (args, expected) => {
    const { code, said } = await evaluate(environment, args)
    expect(said).toMatch(expected)
    expect(said).not.toContain('    at ')
    expect(code).toBe(2)
  })
})

test('npm run evaluate says that there is no instance', async () => {
  const { code, said } = await evaluate({ DATA_DIR: path.join(folder, 'none') }, ['--agent', 'Any'])
  expect(said).toContain('No Parlance instance in')
  expect(code).toBe(2)
})
