/**
 * Checks whether a page ever shows something other than what the database contains [F4]. An answer is reloaded,
 * or loses its connection for three seconds, at a random moment of its stream, in a real browser.
 *   node tools/run.mjs bench/reloads.ts --reloads 50 --losses 50 [--pages 4] [--nodes 2]
 * With two nodes, on TEST_DATABASE_URL's PostgreSQL server, each reload or loss continues on the other process.
 * Prints the counts and each difference. Exits 1 on any difference. The words of an answer come 20 ms apart,
 * for four seconds.
 */
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { answered, answers, ask, composer, conversationIdOf, questions, wordsOf } from '../e2e/screens.ts'
import { words } from '../e2e/scripts.ts'
import { startStage } from '../e2e/stage.ts'
import { startTestApplication, type TestApplication } from '../server/src/testing/application.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'

const WORDS = 200
const EVERY_MS = 20
const LOSS_MS = 3000
const WHOLE = Array.from({ length: WORDS }, (_, index) => `w${index + 1}`).join(' ')

interface Trial {
  /** How the page differed from the database; null if it didn't. */
  difference: string | null
  /** The time of the interruption, measured from the question. */
  atMs: number
  /** The number of words on the page at that moment. */
  shown: number
}

const reloads = Number(option('reloads', '50'))
const losses = Number(option('losses', '50'))
const pages = Number(option('pages', '4'))
const nodes = Number(option('nodes', '1'))
const stage = await startStage()
const agent = await stage.publish('Counter')
stage.engine.play(words(WORDS, EVERY_MS))
const other = nodes === 2 ? await startOther() : null
const ports = [Number(stage.app.config.port), ...(other ? [other.config.port] : [])]
let turn = 0

const begun = performance.now()
const results = {
  reloads: await atOnce(reloads, pages, reload),
  // All pages of a round lose the connection together.
  losses: await rounds(losses, pages),
}
await other?.stop()
await stage.close()

let differences = 0
for (const [name, trials] of Object.entries(results)) {
  if (trials.length === 0) continue
  const wrong = trials.filter(({ difference }) => difference !== null)
  differences += wrong.length
  const moments = trials.map(({ atMs }) => atMs)
  say(
    `${name}: ${trials.length}, page differs from the database: ${wrong.length}; interrupted after ${round(quantile(moments, 0), 0)} to ${round(quantile(moments, 1), 0)} ms, with ${Math.min(...trials.map(({ shown }) => shown))} to ${Math.max(...trials.map(({ shown }) => shown))} of ${WORDS} words shown`,
  )
  for (const { difference, atMs } of wrong) say(`  after ${round(atMs, 0)} ms: ${difference}`)
}
say(`${round((performance.now() - begun) / 1000)} s`)
process.exit(differences === 0 ? 0 : 1)

/** Starts a second process on the same database and under the same address, like the next deployment. */
async function startOther(): Promise<TestApplication> {
  const { app, proxy, engine } = stage
  if (!app.databaseUrl) throw new Error('Two nodes need TEST_DATABASE_URL because they share a database.')
  return startTestApplication({
    dist: path.join(import.meta.dirname, '../web/dist'),
    engines: { OpenAICompatible: engine },
    databaseUrl: app.databaseUrl,
    dataDir: app.dataDir,
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted', PUBLIC_ORIGIN: `http://localhost:${proxy.port}` },
  })
}

/** Directs new and returning connections to the other process; with one process they stay. */
function moveOn(): void {
  if (ports.length === 1) return
  turn += 1
  stage.proxy.target(ports[turn % ports.length] ?? 0)
}

/** Runs this many trials, a few at a time. */
async function atOnce(count: number, width: number, trial: () => Promise<Trial>): Promise<Trial[]> {
  const done: Trial[] = []
  let begunTrials = 0
  const worker = async () => {
    while (begunTrials < count) {
      begunTrials += 1
      done.push(await trial())
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, count) }, worker))
  return done
}

async function reload(): Promise<Trial> {
  return inPage(async (page) => {
    const atMs = await untilRandomMoment()
    const shown = await shownWords(page)
    moveOn()
    await page.reload()
    return { atMs, shown }
  })
}

async function rounds(count: number, width: number): Promise<Trial[]> {
  const done: Trial[] = []
  while (done.length < count) {
    const together = Math.min(width, count - done.length)
    const begins = gathering(together)
    const moment = Math.random() * WORDS * EVERY_MS * 0.9
    const outageBegins = begins.all.then(async () => {
      await wait(moment)
      moveOn()
      stage.proxy.refuse()
    })
    const outage = outageBegins.then(async () => {
      await wait(LOSS_MS)
      stage.proxy.open()
    })
    const ready = async () => {
      begins.one()
      await begins.all
    }
    const trial = () =>
      inPage(async (page) => {
        await outageBegins
        const shown = await shownWords(page)
        await outage
        return { atMs: moment, shown }
      }, ready).finally(begins.one)
    // An answer that was complete before the connection dropped can't lose anything, so it isn't counted.
    const round = await Promise.all(Array.from({ length: together }, trial))
    done.push(...round.filter(({ shown, difference }) => shown < WORDS || difference !== null))
  }
  return done
}

/** Asks in a separate page, lets it be interrupted, and compares the displayed text with the database. */
async function inPage(
  interrupt: (page: Page) => Promise<Omit<Trial, 'difference'>>,
  ready: () => Promise<void> = async () => undefined,
): Promise<Trial> {
  const { page } = await stage.openAs('anna')
  try {
    await page.goto(`${stage.origin}/chat/${agent}`)
    await composer(page).waitFor()
    await ready()
    await ask(page, 'Count')
    await page.waitForURL(/conversationId=/)
    const interrupted = await interrupt(page)
    return { ...interrupted, difference: await differenceOf(page) }
  } catch (error) {
    return {
      atMs: 0,
      shown: 0,
      difference: `the page didn't finish: ${String(error).split('\n')[0]}`,
    }
  } finally {
    await page.context().close()
  }
}

async function differenceOf(page: Page): Promise<string | null> {
  const answer = await answered(page)
  const stored = await stage.segments('anna', conversationIdOf(page))
  const [segment] = stored
  const read = await wordsOf(answer)
  if (stored.length !== 1 || segment?.status !== 'Completed')
    return `${stored.length} segments, ${segment?.status}`
  if (segment.answer.trim() !== WHOLE) return `the database has ${segment.answer.length} characters`
  if (read !== WHOLE) return `the page has ${read.split(' ').length} words, from ${read.slice(0, 40)}…`
  const [asked, told] = [await questions(page).count(), await answers(page).count()]
  return asked === 1 && told === 1 ? null : `${asked} questions and ${told} answers are shown`
}

async function untilRandomMoment(): Promise<number> {
  const atMs = Math.random() * WORDS * EVERY_MS * 0.9
  await wait(atMs)
  return atMs
}

async function shownWords(page: Page): Promise<number> {
  const text = await wordsOf(answers(page).last())
  return text === '' ? 0 : text.split(' ').length
}

/** A barrier: each participant reports its arrival, and all continue together. */
function gathering(count: number): { one: () => void; all: Promise<void> } {
  let there = 0
  let go: () => void = () => undefined
  const all = new Promise<void>((resolve) => {
    go = resolve
  })
  return {
    all,
    one: () => {
      there += 1
      if (there >= count) go()
    },
  }
}
