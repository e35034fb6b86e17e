/**
 * Measures the browser side: the real product in Chromium, each metric next to its target.
 *   node bench/screens.ts [--only sizes,paint,streaming,conversation,sidebar,windows,memory] [--runs 3]
 * First paints: a processor four times slower, a 1.6 Mbit/s connection with 150 ms latency, an empty cache.
 * Streaming: 5,000 tokens in 5 s, of Markdown, of code and formulas, and of one endless paragraph. Opening:
 * from the arrival of the data to the painted frame. Windows: from Enter in one to the painted question in the
 * other. Memory: the page's heap after a collection, once (four minutes). Each metric is the best of the runs.
 * Needs a built client (`npm start`). Exits 1 if a target is missed.
 */
import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../e2e/browser.ts'
import { publishAgent as publishPublicAgent } from '../server/src/testing/agents.ts'
import type { TestApplication } from '../server/src/testing/application.ts'
import { type Product, startProduct } from '../server/src/testing/product.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { publishPage } from '../server/src/testing/visitors.ts'
import { publishAgent } from './rig/agent.ts'
import { type Conditions, type Opened, openScreen, type Screen, type SignedIn, signIn } from './rig/screen.ts'
import { openSeed, questionOf } from './rig/seed.ts'
import { startTextProvider, type TextModel, textModels } from './rig/textProvider.ts'

const parts = ['sizes', 'paint', 'streaming', 'conversation', 'sidebar', 'windows', 'memory'] as const
const only = option('only', parts.join(',')).split(',')
const runs = Number(option('runs', '3'))
const SEGMENTS = 2000
const CONVERSATIONS = 10_000
const QUESTIONS = 20
const ANSWERS = 50
/** After this long since the last awaited event, nothing may move anymore. */
const SETTLED_MS = 1000
const BARE_MS = 3000
const speeds = [1, 4] as const
/** What a visitor's page shows once they can ask. */
const VISITED = '.public-start textarea'

let missed = 0
let violations = 0
const otherErrors = new Set<string>()

say(`load ${round(loadavg()[0] ?? 0, 2)}; best of ${runs}`)
if (only.includes('sizes')) sizes()

const provider = await startTextProvider()
const environment = {
  COMPATIBLE_BASE_URL: `http://127.0.0.1:${provider.port}/v1`,
  COMPATIBLE_DEPLOYMENTS: textModels.join(','),
}
const { product, agents, publicPage, longTitle } = await prepare()
const browser = await launchBrowser()
const admin = await signIn(browser, product.origin, 'admin')
const ben = await signIn(browser, product.origin, 'ben')

if (only.includes('paint')) await paint()
if (only.includes('streaming')) {
  for (const cpu of speeds) {
    const all = await repeat({ cpu }, undefined, bareFrames)
    say(
      `  a bare page that adds the same text, ${cpu}x: ${all.map((one) => `${round(one)} fps`).join(' · ')}`,
    )
  }
  for (const model of textModels) await streaming(model)
}
if (only.includes('conversation')) await conversation()
if (only.includes('sidebar')) await sidebar()
if (only.includes('windows')) await windows()
if (only.includes('memory')) await memory()
row('policy violations', violations, '', 0)
for (const error of otherErrors) say(`  page error: ${error}`)

await browser.close()
await product.stop()
provider.stop()
say(`load ${round(loadavg()[0] ?? 0, 2)}; ${missed === 0 ? 'all targets met' : `${missed} TARGETS MISSED`}`)
process.exit(missed === 0 ? 0 : 1)

function sizes(): void {
  const script = path.join(import.meta.dirname, '../tools/sizes.ts')
  say(
    `first-load JavaScript, gzip:\n${execFileSync(process.execPath, [script], { encoding: 'utf8' }).trimEnd()}`,
  )
}

/** Prints one line of the table. Most metrics must not exceed their target; frames per second must reach it. */
function row(
  name: string,
  value: number,
  unit: string,
  target: number,
  kind: 'most' | 'least' = 'most',
): void {
  const holds = kind === 'most' ? value <= target : value >= target
  if (!holds) missed += 1
  const digits = unit === '' && value < 1 ? 4 : unit === 'fps' ? 1 : 0
  say(
    `${name.padEnd(58)} ${String(round(value, digits)).padStart(7)} ${unit.padEnd(3)} (${kind === 'most' ? '≤' : '≥'} ${target})${holds ? '' : '  MISSED'}`,
  )
}

/** Starts a product in which admin has many conversations and ben has few, one of them long. */
async function prepare(): Promise<{
  product: Product
  agents: Record<TextModel, string>
  publicPage: string
  longTitle: string
}> {
  const first = await startProduct({ environment })
  const token = await first.token('admin')
  await first.token('ben')
  const published = {} as Record<TextModel, string>
  for (const model of textModels) published[model] = await publishAgent(first, token, model)
  // The helpers use only its origin and tokens.
  const app = first as unknown as TestApplication
  const introduced = await publishPublicAgent(app, 'Harbour assistant', {
    introduction: 'Ask me about **opening hours**, tickets, and how to find us.',
    starterQuestions: ['When do you open?', 'What does a ticket cost?'],
    languageEngine: 'OpenAICompatible',
    deploymentName: 'markdown',
  })
  const publicPage = await publishPage(app, introduced)
  await first.stop()
  const seed = await openSeed(first.dataDir)
  await seed.conversations(await seed.owner('admin', published.markdown), CONVERSATIONS)
  const owner = await seed.owner('ben', published.markdown)
  await seed.conversations(owner, 30)
  const title = await seed.longConversation(owner, SEGMENTS)
  await seed.close()
  const second = await startProduct({ environment, dataDir: first.dataDir, port: first.port })
  return { product: second, agents: published, publicPage, longTitle: title }
}

/** Repeats a measurement, each time in a separate tab. */
async function repeat<T>(
  conditions: Conditions,
  signedIn: SignedIn | undefined,
  work: (screen: Screen) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  for (let run = 0; run < runs; run += 1) {
    const screen = await openScreen(browser as Browser, product.origin, conditions, signedIn)
    results.push(await work(screen))
    for (const error of screen.watch.errors()) {
      if (error.includes('content policy violated')) violations += 1
      else otherErrors.add(error)
    }
    await screen.close()
  }
  return results
}

function least(values: readonly number[]): number {
  return Math.min(...values)
}

async function paint(): Promise<void> {
  const screens = [
    { name: 'login', path: '/auth/jwt/login', who: undefined, there: '.login-card button', lcp: 2000 },
    { name: 'public page', path: `/public-chat/${publicPage}`, who: undefined, there: VISITED, lcp: 2500 },
    { name: 'popup', path: `/public-chat/${publicPage}/true`, who: undefined, there: VISITED, lcp: 2500 },
    { name: 'signed-in chat', path: '/chat', who: ben, there: '.introduction, .turn', lcp: 2800 },
  ]
  for (const { name, path: address, who, there, lcp } of screens) {
    const all = await repeat({ cpu: 4, slowLine: true }, who, async ({ page }) => {
      await page.goto(`${product.origin}${address}`)
      await page.locator(there).first().waitFor()
      await page.waitForTimeout(SETTLED_MS)
      return page.evaluate<{ lcp: number; shift: number }>('({ lcp: meter.lcp, shift: meter.shift })')
    })
    row(`${name}: largest contentful paint`, least(all.map((one) => one.lcp)), 'ms', lcp)
    row(`${name}: layout shift`, least(all.map((one) => one.shift)), '', 0.02)
  }
}

async function streaming(model: TextModel): Promise<void> {
  // The targets are lower with code and formulas, because the first one loads both libraries.
  const targets = {
    1: { fps: 55, tasks: 1 },
    4: model === 'technical' ? { fps: 30, tasks: 20 } : { fps: 40, tasks: 12 },
  }
  for (const cpu of speeds) {
    const all = await repeat({ cpu }, ben, (screen) => streamOnce(screen, agents[model]))
    const best = all.reduce((a, b) => (a.fps >= b.fps ? a : b))
    const name = `1,000 tokens/s of ${model}, ${cpu}x`
    row(`${name}: frames per second`, best.fps, 'fps', targets[cpu].fps, 'least')
    row(`${name}: long tasks`, best.tasks, '', targets[cpu].tasks)
    say(
      `  all runs: ${all.map((one) => `${round(one.fps)} fps, p95 frame ${round(one.p95)} ms, ${one.tasks} tasks of ${round(one.taskMs, 0)} ms`).join(' · ')}`,
    )
  }
}

/** Measures the frame rate of a page that only adds text to one paragraph: the most this machine can reach. */
async function bareFrames({ page }: Screen): Promise<number> {
  await page.goto('about:blank')
  const times = await page.evaluate<number[]>(`(() => {
    const text = document.body.appendChild(document.createElement('p')).appendChild(new Text(''))
    const begin = performance.now()
    return meter.frames(() => true, () => {
      text.data += 'sixty-four letters a frame, as four of them come each millisecond'
      scrollTo(0, document.body.scrollHeight)
      return performance.now() - begin > ${BARE_MS}
    })
  })()`)
  return (times.length - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000)
}

async function streamOnce({ page }: Screen, agent: string) {
  await page.goto(`${product.origin}/chat/${agent}`)
  await page.getByRole('textbox', { name: /^Message/ }).fill('What is owed?')
  await page.locator('.send[aria-disabled="false"]').waitFor()
  await page.waitForTimeout(SETTLED_MS)
  const frames = page.evaluate<number[]>(`meter.frames(
    () => document.querySelector('.answer[aria-busy="true"] .answer-text > * > *'),
    () => !document.querySelector('.answer[aria-busy="true"]'))`)
  await page.keyboard.press('Enter')
  const times = await frames
  // The end is included: the stored answer replaces the streamed one.
  await page.waitForTimeout(SETTLED_MS / 2)
  const begin = times[0] ?? 0
  const seconds = ((times.at(-1) ?? 0) - begin) / 1000
  const tasks = (await page.evaluate<{ startTime: number; duration: number }[]>('meter.longTasks')).filter(
    ({ startTime }) => startTime >= begin,
  )
  return {
    fps: (times.length - 1) / seconds,
    p95: quantile(
      times.slice(1).map((time, index) => time - (times[index] ?? 0)),
      0.95,
    ),
    tasks: tasks.length,
    taskMs: tasks.reduce((sum, { duration }) => sum + duration, 0),
  }
}

async function conversation(): Promise<void> {
  const title = JSON.stringify(longTitle)
  const last = JSON.stringify(questionOf(SEGMENTS - 1))
  for (const cpu of speeds) {
    const all = await repeat({ cpu }, ben, async ({ page }) => {
      await page.goto(`${product.origin}/chat`)
      await page.getByRole('link', { name: longTitle, exact: true }).waitFor()
      await page.waitForTimeout(SETTLED_MS)
      return page.evaluate<Opened>(`meter.until(
        () => [...document.querySelectorAll('a.it')].find((row) => row.textContent === ${title}).click(),
        () => {
          const turn = document.querySelector('.turn.last')
          return turn?.textContent.includes(${last}) && turn.getBoundingClientRect().bottom <= innerHeight
        },
        '/segments')`)
    })
    opened(`a conversation of ${SEGMENTS} segments opens, ${cpu}x`, all, cpu === 1 ? 500 : 1200)
  }
}

async function sidebar(): Promise<void> {
  for (const cpu of speeds) {
    const all = await repeat({ cpu }, admin, async ({ page }) => {
      await page.goto(`${product.origin}/admin/datasource`)
      await page.getByRole('link', { name: 'Chat', exact: true }).waitFor()
      await page.waitForTimeout(SETTLED_MS)
      return page.evaluate<Opened>(`meter.until(
        () => document.querySelector('nav.seg a[href="/chat"]').click(),
        () => document.querySelectorAll('.list-rows a.it').length >= 100,
        '/userConversations?')`)
    })
    opened(`${CONVERSATIONS} conversations in the sidebar, ${cpu}x`, all, cpu === 1 ? 150 : 500)
  }
}

/**
 * Measures how quickly a question appears in a user's second window on the same conversation, with both windows
 * visible.
 */
async function windows(): Promise<void> {
  const screens = [
    await openScreen(browser, product.origin, {}, ben),
    await openScreen(browser, product.origin, {}, ben),
  ] as const
  const [here, there] = screens.map(({ page }) => page) as [Page, Page]
  await here.goto(`${product.origin}/chat/${agents.paragraph}`)
  await askIn(here, 'The first question')
  await there.goto(here.url())
  await there.locator('.answer[aria-busy="false"]').waitFor()
  const times: number[] = []
  for (let number = 1; number <= QUESTIONS; number += 1) {
    const shown = there.locator('.question', { hasText: `Question ${number}.` })
    const seen = shown.waitFor()
    const begun = performance.now()
    const answered = askIn(here, `Question ${number}.`)
    await seen
    times.push(performance.now() - begun)
    await answered
  }
  row(`a question from another window, ${QUESTIONS} times: p95`, quantile(times, 0.95), 'ms', 2000)
  say(`  p50 ${round(quantile(times, 0.5), 0)} ms, longest ${round(Math.max(...times), 0)} ms`)
  for (const screen of screens) await screen.close()
}

/** Asks, and stops the 5,000-word answer once it has started. */
async function askIn(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message/ }).fill(question)
  await page.locator('.send[aria-disabled="false"]').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.locator('.send[type="submit"]').waitFor()
}

/**
 * Measures a page's memory after fifty long answers in one conversation, and after switching to an empty chat.
 */
async function memory(): Promise<void> {
  const { page, cdp, close } = await openScreen(browser, product.origin, {}, ben)
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    return usedSize / 2 ** 20
  }
  await page.goto(`${product.origin}/chat/${agents.markdown}`)
  await page.waitForTimeout(SETTLED_MS)
  const figures = [`empty ${round(await heap())} MiB`]
  for (let number = 1; number <= ANSWERS; number += 1) {
    await page.getByRole('textbox', { name: /^Message/ }).fill(`Question ${number}`)
    await page.locator('.send[aria-disabled="false"]').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.answer[aria-busy="true"]').waitFor()
    await page.locator('.turn.last .answer[aria-busy="false"]').waitFor({ timeout: 60_000 })
    if (number % 10 === 0) figures.push(`${number} answers ${round(await heap())}`)
  }
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length')
  await page.getByRole('button', { name: 'New Chat', exact: true }).first().click()
  await page.locator('.turn').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(SETTLED_MS)
  figures.push(`left ${round(await heap())}`)
  say(`heap after answers of 5,000 tokens: ${figures.join(' · ')}; ${nodes} elements at the end`)
  await close()
}

/** The targets assume that the data has arrived. The user's total wait is printed next to them. */
function opened(name: string, all: Opened[], target: number): void {
  row(name, least(all.map((one) => one.fromAnswer)), 'ms', target)
  say(
    `  from the click, the requests included: ${all.map((one) => `${round(one.fromAct, 0)} ms`).join(' · ')}`,
  )
}
