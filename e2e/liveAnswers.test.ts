import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { storeAnswers } from '../server/src/features/performanceTests/testing/realAnswers.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const DAY = 86_400_000

async function post<T>(path: string, body: object): Promise<T> {
  const { app } = stage.current
  return (await call<T>(app, `/api/internal/${path}`, { token: await app.token('admin'), body })).body
}

/** A test of one case, which the agent doesn't pass. */
async function failingTest(): Promise<{ gptSystemId: string; performanceTestId: string }> {
  const { engine, publish } = stage.current
  engine.play(async (writer) => writer.text('I can’t say.'))
  const gptSystemId = await publish('Leave')
  const { performanceTestId } = await post<{ performanceTestId: string }>('performanceTests', {
    gptSystemId,
    name: 'Leave days',
  })
  await post(`performanceTests/${performanceTestId}/cases`, {
    question: 'How much leave do I have?',
    expectedFacts: ['30 days'],
  })
  return { gptSystemId, performanceTestId }
}

test('[R-3-125] a test is run at night, and who looks after the agent is told that it fails', async () => {
  const { performanceTestId } = await failingTest()
  const { app, origin, openAs } = stage.current
  const { page } = await openAs('admin')
  await page.goto(`${origin}/admin/performanceTests/${performanceTestId}/edit`)
  await page.getByRole('button', { name: 'Edit test' }).click()
  const form = page.getByRole('dialog', { name: 'Edit test' })
  await form.getByLabel('Scheduled runs', { exact: true }).selectOption({ label: 'Every night' })
  await form.getByLabel('Cost limit of scheduled runs in US dollars').fill('2')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/edit-test.png` })
  await form.getByRole('button', { name: 'Save test' }).click()
  await expectVisible(page.getByText('Leave days saved'))
  await app.platform.jobs.send('performanceTests.schedule', {})
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const told = page.getByText(
    /^The scheduled run of the test .*Leave days.* scored 0%\. At least 80% is needed\.$/,
  )
  await expectVisible(told)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/alert.png` })
  await told.click()
  await expect.poll(() => page.url()).toMatch(/\/runs\//)
  await expectVisible(page.getByText('0 of 1 cases passed.'))
})

describe('live answers', () => {
  test.each(LOOKS)('are shown by day, %s', async (look, options, before) => {
    const { app, origin, openAs, publish } = stage.current
    const { db } = app.platform.database
    const [gptSystemId, quiet] = [await publish('Watched'), await publish('Quiet')]
    await storeAnswers(
      db,
      gptSystemId,
      [1, 2, 3, 4, 9, 10].flatMap((daysAgo) =>
        Array.from({ length: 12 }, (_, at) => ({
          asked_at: new Date(Math.floor(Date.now() / DAY) * DAY - daysAgo * DAY + at * 60_000),
          isCited: (at + daysAgo) % 3 > 0,
          is_unanswered: at < daysAgo,
          first_text_ms: 300 + at * 100 * daysAgo,
        })),
      ),
    )
    await sql`delete from live_sampling`.execute(db)
    for (const daysAgo of [10, 7, 4, 1]) {
      const { clock } = app.platform
      const { now } = clock
      // The job makes up for the two days before it, too.
      clock.now = () => new Date(Date.now() - (daysAgo - 1) * DAY)
      await app.platform.jobs.send('performanceTests.sample', {})
      const last = new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10)
      const isSampled = async () =>
        (await sql`select from live_sampling where day = ${last}::date`.execute(db)).rows.length
      await expect.poll(isSampled).toBe(1)
      clock.now = now
    }
    const { page } = await openAs('admin', options)
    if (before) await page.addInitScript(before)
    for (const [agent, rows] of [
      [gptSystemId, 4],
      [quiet, 0],
    ] as const) {
      await page.goto(`${origin}/admin/gptsystem/${agent}/tests`)
      await page.locator('.live-answers p').first().waitFor()
      expect(await page.locator('.live-days tbody tr').count()).toBe(rows)
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
      await expectAccessible(page, 'live answers')
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/live-${rows}-${look}.png`, fullPage: true })
    }
  })
})
