import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { clusterFolder } from './platform/database/embedded/dataFolder.ts'
import { publishAgent } from './testing/agents.ts'
import type { TestApplication } from './testing/application.ts'
import { call, openStream, textOf } from './testing/client.ts'
import { freePort } from './testing/freePort.ts'
import { type ScriptedProvider, startScriptedProvider } from './testing/scriptedProvider.ts'
import { signInOverHttp } from './testing/signIn.ts'

const STARTS_MS = 60_000
/** The time limit after SIGTERM that docs/operations.md promises. */
const ENDS_MS = 25_000
const base = '/api/internal/userConversations'

interface Server {
  origin: string
  child: ChildProcess
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

const children: ChildProcess[] = []
let dataDir = ''
let provider: ScriptedProvider

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await provider?.close()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the program like `npm start`, in a separate process. */
async function startServer(): Promise<Server> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'main.ts')],
    {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        COMPATIBLE_BASE_URL: provider.baseUrl,
        COMPATIBLE_DEPLOYMENTS: 'scripted',
      },
    },
  )
  children.push(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const origin = `http://localhost:${port}`
  await expect
    .poll(async () => (await fetch(`${origin}/health/ready`).catch(() => null))?.status, {
      timeout: STARTS_MS,
    })
    .toBe(200)
  return { origin, child, ended }
}

/** The process IDs of the embedded database, the server first. */
function databaseOf(): number[] {
  const file = path.join(clusterFolder(dataDir), 'postmaster.pid')
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return [pid, ...found.trim().split('\n').map(Number)]
}

const isThere = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function ask(server: Server, gptSystemId: string, token: string) {
  const stream = await openStream(server, `${base}/byGptSystemId/${gptSystemId}`, {
    token,
    body: { question: `question ${randomUUID()}` },
  })
  const first = await stream.until((event) => event.event === 'conversation-and-segment-id')
  await stream.until((event) => event.event === 'response-updated')
  if (first.event !== 'conversation-and-segment-id') throw new Error('The stream didn’t start with the IDs.')
  return { stream, path: `${base}/${first.data.conversationId}/segments` }
}

test(
  "[F2] SIGTERM lets answers and then the process end, and a silent database doesn't delay it",
  async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'parlance-main-'))
    provider = await startScriptedProvider()
    provider.play({
      actions: [{ delta: 'what came' }, { waitMs: 3000 }, { delta: ', and the rest' }, 'done'],
    })
    const tokenOf = async (server: Server, name: string) =>
      (await signInOverHttp(server, name, 'parlance')).token

    const first = await startServer()
    const admin = { ...first, token: (name: string) => tokenOf(first, name) } as unknown as TestApplication
    const gptSystemId = await publishAgent(admin, 'Hangs', {
      languageEngine: 'OpenAICompatible',
      deploymentName: 'scripted',
    })
    const short = await ask(first, gptSystemId, await tokenOf(first, 'anna'))
    // A service manager signals the whole group, and each program in it passes the signal on.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) first.child.kill(signal)
    await expect
      .poll(async () => (await fetch(`${first.origin}/health/ready`)).status, { timeout: ENDS_MS })
      .toBe(503)
    await short.stream.ended
    expect(short.stream.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Completed' } })
    expect(await first.ended).toBe(0)

    const second = await startServer()
    const token = await tokenOf(second, 'anna')
    const stored = await call<{ items: object[] }>(second, short.path, { token })
    expect(stored.body.items).toMatchObject([{ answer: 'what came, and the rest', status: 'Completed' }])
    provider.play({ actions: [{ delta: 'what came' }, 'hang'] })
    const other = await ask(second, gptSystemId, token)
    // Stored with the next flush, before the database falls silent.
    await wait(1000)
    const database = databaseOf()
    for (const pid of database) process.kill(pid, 'SIGSTOP')
    const begun = performance.now()
    second.child.kill('SIGTERM')
    await second.ended
    expect(performance.now() - begun).toBeLessThan(ENDS_MS)
    await expect.poll(() => database.filter(isThere), { timeout: ENDS_MS }).toEqual([])
    await other.stream.ended.catch(() => undefined)

    const third = await startServer()
    const again = await tokenOf(third, 'anna')
    const kept = await call<{ items: { status: string; answer: string }[] }>(third, other.path, {
      token: again,
    })
    expect(kept.body.items).toMatchObject([{ status: 'Interrupted' }])
    expect(textOf(other.stream.events).startsWith(kept.body.items[0]?.answer ?? '?')).toBe(true)
    third.child.kill('SIGTERM')
    expect(await third.ended).toBe(0)
  },
  4 * STARTS_MS + 3 * ENDS_MS,
)
