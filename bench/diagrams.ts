/**
 * How long ten diagrams of an answer take to be drawn, and how long they keep the page from responding.
 *   node tools/run.mjs bench/diagrams.ts [--rounds 5]
 * The baseline is the same answer with its diagrams as plain code. Prints medians, and exits 1 if a task of the page takes
 * more than 100 ms longer than that.
 */
import type { Locator } from 'playwright-core'
import { composer } from '../e2e/screens.ts'
import { text } from '../e2e/scripts.ts'
import { type Stage, startStage } from '../e2e/stage.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'

const MOST_MORE_MS = 100
const COUNT = 10
const rounds = Number(option('rounds', '5'))

const steps = (diagram: number) =>
  Array.from({ length: 20 }, (_, at) => `  n${at}[Step ${diagram}.${at}] --> n${(at * 3 + 1) % 20}`).join(
    '\n',
  )
const answerIn = (language: string) =>
  Array.from({ length: COUNT }, (_, at) => `\`\`\`${language}\nflowchart LR\n${steps(at)}\n\`\`\`\n`).join(
    '\n',
  )

interface Round {
  /** Until the first and the last diagram is there, from the question. */
  first: number
  last: number
  /** The longest task of the page. */
  longest: number
}

const stage = await startStage()
let passed = false
try {
  const agent = await stage.publish('Bench')
  const drawn: Round[] = []
  const plain: Round[] = []
  for (let at = 0; at < rounds; at += 1) {
    plain.push(await ask(stage, agent, answerIn('text'), '.md-code'))
    drawn.push(await ask(stage, agent, answerIn('mermaid'), '.md-diagram img'))
  }
  const median = (all: Round[], name: keyof Round) =>
    quantile(
      all.map((one) => one[name]),
      0.5,
    )
  for (const [name, all] of [
    ['drawn', drawn],
    ['as code', plain],
  ] as const)
    say(
      `${COUNT} diagrams ${name}: first after ${round(median(all, 'first'))} ms, last after ${round(median(all, 'last'))} ms, longest task ${round(median(all, 'longest'))} ms`,
    )
  passed = median(drawn, 'longest') - median(plain, 'longest') <= MOST_MORE_MS
  say(passed ? 'all gates passed' : 'A GATE FAILED')
} finally {
  await stage.close()
}
process.exit(passed ? 0 : 1)

/** Asks on a new page, tall enough that all diagrams are near the viewport. */
async function ask(
  { engine, openAs, origin }: Stage,
  agent: string,
  answer: string,
  shown: string,
): Promise<Round> {
  engine.play(text(answer))
  const { page } = await openAs('admin', { viewport: { width: 1280, height: 8000 } })
  await page.goto(`${origin}/chat/${agent}`)
  await composer(page).waitFor()
  await page.evaluate(`
    window.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
    }).observe({ type: 'longtask' })`)
  await composer(page).fill('Draw')
  const begun = performance.now()
  await composer(page).press('Enter')
  const first = await until(page.locator(shown).first(), begun)
  const last = await until(page.locator(shown).nth(COUNT - 1), begun)
  const longest = await page.evaluate<number>('window.longest')
  await page.context().close()
  return { first, last, longest }
}

async function until(shown: Locator, begun: number): Promise<number> {
  await shown.waitFor()
  return performance.now() - begun
}
