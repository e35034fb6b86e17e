import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { publishAgent } from '../server/src/testing/agents.ts'
import {
  startTestApplication,
  type TestApplication,
  type TestOptions,
} from '../server/src/testing/application.ts'
import { call } from '../server/src/testing/client.ts'
import { freePort } from '../server/src/testing/freePort.ts'
import { createScriptedEngine, type ScriptedEngine } from '../server/src/testing/scriptedEngine.ts'
import { startTcpProxy, type TcpProxy } from '../server/src/testing/tcpProxy.ts'
import { openBrowser } from './browser.ts'
import { contextsOf, nobody, type Session } from './contexts.ts'
import { signIn } from './screens.ts'
import { signInLike } from './sessions.ts'
import { type Watch, watch } from './watch.ts'

/** The built client. WEB_DIST names another build. */
const dist = process.env.WEB_DIST ?? path.join(import.meta.dirname, '../web/dist')

/** The options of most tests. Signing in uses the same ones, so later pages join a process with compiled scripts. */
const USUAL: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, locale: 'en-US' }

export interface OpenPage {
  page: Page
  watch: Watch
}

export interface Segment {
  conversationSegmentId: string
  question: string
  answer: string
  status: string
}

/** The real program and a browser, for one test file. */
export interface Stage {
  app: TestApplication
  engine: ScriptedEngine
  /** Between the browser and the program. */
  proxy: TcpProxy
  origin: string
  /** Opens a signed-out page, which is closed after the test. Its errors fail the test. */
  open(options?: BrowserContextOptions): Promise<OpenPage>
  /** Opens a page as a signed-in user, without going through sign-in again. */
  openAs(userName: string, options?: BrowserContextOptions): Promise<OpenPage>
  /** Publishes an agent that answers as the scripted engine plays. */
  publish(name: string, state?: Record<string, unknown>): Promise<string>
  /** Reads the visible branch of a conversation from the database. */
  segments(userName: string, conversationId: string): Promise<Segment[]>
  settle(testName: string, failed: boolean): Promise<void>
  close(): Promise<void>
}

/** Provides the tests of a file with the program and a browser. */
export function useStage(options: TestOptions = {}): { current: Stage } {
  const held: { current: Stage } = { current: null as unknown as Stage }
  beforeAll(async () => {
    held.current = await startStage(options)
  })
  afterEach(({ task }) => held.current.settle(task.name, (task.result?.errors?.length ?? 0) > 0))
  afterAll(() => held.current?.close())
  return held
}

interface Opened {
  context: BrowserContext
  watch: Watch
}

/**
 * The port for all programs of this process, one after another, so that a browser's cached files stay valid.
 */
let usualPort: number | null = null

/** The sessions of the first users of this process who went through the pages, by origin. Others are made from them. */
const models = new Map<string, Session>()

export async function startStage(options: TestOptions = {}): Promise<Stage> {
  const engine = createScriptedEngine()
  const port = await freePort()
  const proxy = await startTcpProxy(port, usualPort)
  usualPort ??= proxy.port
  const [browser, app] = await Promise.all([
    openBrowser(),
    startTestApplication({
      dist,
      engines: { OpenAICompatible: engine },
      ...options,
      environment: {
        PORT: String(port),
        PUBLIC_ORIGIN: `http://localhost:${proxy.port}`,
        COMPATIBLE_DEPLOYMENTS: 'scripted',
        ...options.environment,
      },
    }),
  ])
  const { origin } = app
  const sessions = new Map<string, Promise<Session>>()
  const opened: Opened[] = []
  const contexts = contextsOf(browser, origin)

  async function openWith(session: Session, contextOptions: BrowserContextOptions): Promise<OpenPage> {
    const context = await contexts.take({ ...USUAL, ...contextOptions }, session)
    const page = await context.newPage()
    const watched = await watch(page, origin)
    opened.push({ context, watch: watched })
    return { page, watch: watched }
  }

  async function signInOnce(userName: string): Promise<Session> {
    const model = models.get(origin)
    if (model) return signInLike(model, app, userName)
    const context = await contexts.take(USUAL, nobody)
    const page = await context.newPage()
    await signIn(page, origin, userName)
    const session = {
      cookies: await context.cookies(),
      ...(await page.evaluate(() => ({ local: { ...localStorage }, tab: { ...sessionStorage } }))),
    }
    await contexts.giveBack(context)
    models.set(origin, session)
    return session
  }

  /** Closes everything a test has opened. Its page errors fail the test. */
  async function settle(name: string, failed: boolean): Promise<void> {
    const ended = opened.splice(0)
    const errors = ended.flatMap((one) => one.watch.errors())
    if (failed || errors.length > 0) await keepEvidence(name, ended, app.logged)
    await Promise.all(ended.map(({ context }) => contexts.giveBack(context)))
    expect(errors.join('\n'), `errors on pages:\n${errors.join('\n')}\n`).toBe('')
  }

  return {
    app,
    engine,
    proxy,
    origin,
    open: (contextOptions = {}) => openWith(nobody, contextOptions),
    async openAs(userName, contextOptions = {}) {
      const session = sessions.get(userName) ?? signInOnce(userName)
      sessions.set(userName, session)
      session.catch(() => sessions.delete(userName))
      return openWith(await session, contextOptions)
    },
    publish: (name, state = {}) =>
      publishAgent(app, name, { languageEngine: 'OpenAICompatible', deploymentName: 'scripted', ...state }),
    async segments(userName, conversationId) {
      const { body } = await call<{ items: Segment[] }>(
        app,
        `/api/internal/userConversations/${conversationId}/segments`,
        { token: await app.token(userName) },
      )
      return body.items
    },
    settle,
    async close() {
      await app.remove()
      await proxy.close()
    },
  }
}

/** Saves what a failed test's pages looked like and waited for, for debugging. */
async function keepEvidence(name: string, ended: Opened[], logged: string[]): Promise<void> {
  const folder = path.join(import.meta.dirname, '../test-results/failures')
  const file = path.join(folder, name.replaceAll(/[^a-zA-Z0-9]+/g, '-').slice(0, 80))
  await mkdir(folder, { recursive: true })
  const told = ended.map(({ watch: one }) => ({ errors: one.errors(), pending: one.pending() }))
  await writeFile(`${file}.txt`, `${JSON.stringify(told, null, 2)}\n${logged.slice(-20).join('\n')}\n`)
  const pages = ended.flatMap(({ context }) => context.pages())
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: `${file}-${index + 1}.png` }).catch(() => undefined)
  }
}
