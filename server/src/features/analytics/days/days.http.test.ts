import { randomUUID } from 'node:crypto'
import type { Report, ReportRow } from '@parlance/contract/analytics'
import { periodBefore, periodOf } from '@parlance/contract/periodOf'
import {
  fewerThan5,
  PERSONAL_AGENTS,
  type ReportingPeriod,
  type ReportName,
  reportingPeriods,
} from '@parlance/contract/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { randomOf } from '../../../testing/fuzz/random.ts'
import { hiddenParts } from '../reports/fewPeople.ts'
import { daysBetween } from '../reports/forecast.ts'
import { type AskedQuestion, randomQuestions, storeAsked } from '../testing/askedQuestions.ts'
import { addUpDay, addUpDays } from './daysStore.ts'

const dayTables = ['question_day', 'answer_time_day', 'question_hour', 'cited_file_day']
const DAY_MS = 86_400_000
let app: TestApplication
let admin: string
let agents: string[]

beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
  agents = []
  for (const name of ['First', 'Second', 'Third']) agents.push(await publishAgent(app, name))
})
afterAll(() => app?.remove())
beforeEach(async () => {
  const { db } = app.platform.database
  for (const table of ['asked_question', 'asker_month', 'last_asked', ...dayTables])
    await sql`delete from ${sql.table(table)}`.execute(db)
})

async function report<N extends ReportName>(
  reportName: N,
  reportingPeriod: ReportingPeriod,
  gptSystemId: string | null = null,
): Promise<ReportRow<N>[]> {
  const more = gptSystemId ? `&gptSystemId=${gptSystemId}` : ''
  const path = `/api/internal/analytics/reports/${reportName}?reportingPeriod=${reportingPeriod}${more}`
  const { status, body } = await call<Report<N>>(app, path, { token: admin })
  expect(status).toBe(200)
  return body.rows
}

const addUp = () => addUpDays(app.platform.database, new Date())
const people = (questions: readonly AskedQuestion[]) => new Set(questions.map((one) => one.asker_id)).size
const dayOf = ({ asked_at }: AskedQuestion) => asked_at.toISOString().slice(0, 10)
const inPeriod = (questions: readonly AskedQuestion[], { from, to }: { from: string; to: string }) =>
  questions.filter((one) => dayOf(one) >= from && dayOf(one) <= to)
const few = (questions: readonly AskedQuestion[], figure: number | null) =>
  people(questions) > 0 && people(questions) < 5 ? fewerThan5 : figure

/** Counts the rows one by one, without what the server counts them with. */
const counted = {
  QuestionsPerDay(questions: readonly AskedQuestion[], period: { from: string; to: string }) {
    const days = daysBetween(period.from, period.to)
    const of = (day: string, channel: AskedQuestion['channel']) =>
      questions.filter((one) => dayOf(one) === day && one.channel === channel)
    const parts = days.flatMap((day) => [of(day, 'Web'), of(day, 'PublicChats')])
    const hidden = hiddenParts(parts.map(people))
    const shown = (at: number) => (hidden[at] ? fewerThan5 : parts[at]!.length)
    return days.map((day, at) => ({
      ...{ day, web: shown(2 * at), publicChats: shown(2 * at + 1) },
      tests: few(of(day, 'Tests'), of(day, 'Tests').length),
    }))
  },
  WhenPeopleAsk(questions: readonly AskedQuestion[]) {
    const hours = new Map<string, AskedQuestion[]>()
    for (const one of questions.filter(({ channel }) => channel !== 'Tests')) {
      const key = `${one.asked_at.getUTCDay() || 7} ${one.asked_at.getUTCHours()}`
      hours.set(key, [...(hours.get(key) ?? []), one])
    }
    return hours
  },
  Overview(questions: readonly AskedQuestion[]) {
    const real = questions.filter(({ channel }) => channel !== 'Tests')
    const completed = real.filter(({ status }) => status === 'Completed')
    const unanswered = real.filter((one) => one.is_unanswered).length
    return {
      questions: few(real, real.length),
      people: few(real, people(real)),
      conversations: few(real, real.filter((one) => one.begins_conversation).length),
      unansweredPercent: few(
        real,
        completed.length ? Math.round((unanswered / completed.length) * 1000) / 10 : null,
      ),
      medianSeconds: few(
        real,
        completed.length > 0 && completed.length < 5
          ? (fewerThan5 as never)
          : quantile(completed.map((one) => one.total_ms!)),
      ),
    }
  },
}

/** The median of times, as the middle of its step. */
function quantile(times: readonly number[]): number | null {
  if (times.length === 0) return null
  const steps = times.map((ms) => Math.max(0, Math.min(120, Math.ceil(Math.log(ms / 50) / Math.log(1.1)))))
  const median = steps.sort((a, b) => a - b)[Math.ceil(times.length / 2) - 1]!
  return Math.round(50 * 1.1 ** (median - 0.5)) / 1000
}

/** Whether everything about an agent is hidden: few people asked it, or it is the smallest of the others. */
function isHiddenAgent(questions: readonly AskedQuestion[], agent: string | null): boolean {
  const real = questions.filter(({ channel }) => channel !== 'Tests')
  if (agent === null) return few(real, 0) === fewerThan5
  // In the order in which the server looks for the smallest.
  const all = [...new Set(questions.map((one) => one.gpt_system_id))].sort()
  const ordered = [
    ...all.filter((id) => id !== PERSONAL_AGENTS),
    ...all.filter((id) => id === PERSONAL_AGENTS),
  ]
  const hidden = hiddenParts(ordered.map((id) => people(real.filter((one) => one.gpt_system_id === id))))
  return hidden[ordered.indexOf(agent)] ?? false
}

const figuresOf = (row: object) =>
  Object.entries(row)
    .filter(([name]) =>
      ['web', 'publicChats', 'tests', 'people', 'questions', 'conversations'].includes(name),
    )
    .map(([, value]) => value)

async function expectCounted(questions: readonly AskedQuestion[], reportingPeriod: ReportingPeriod) {
  const period = periodOf(reportingPeriod, new Date())
  for (const agent of [null, agents[0]!]) {
    const of = agent === null ? questions : questions.filter((one) => one.gpt_system_id === agent)
    const given = inPeriod(of, period)
    const perDay = await report('QuestionsPerDay', reportingPeriod, agent)
    const perHour = await report('WhenPeopleAsk', reportingPeriod, agent)
    if (isHiddenAgent(inPeriod(questions, period), agent)) {
      expect(new Set([...perDay, ...perHour].flatMap(figuresOf))).toEqual(new Set([fewerThan5]))
    } else {
      expect(perDay).toMatchObject(counted.QuestionsPerDay(given, period))
      const hours = counted.WhenPeopleAsk(given)
      for (const { weekday, hour, questions: shown } of perHour) {
        const asked = hours.get(`${weekday} ${hour}`) ?? []
        // The smallest hour of the others can be hidden too.
        if (shown === fewerThan5) expect(asked.length).toBeGreaterThan(0)
        else expect([weekday, hour, few(asked, asked.length)]).toEqual([weekday, hour, shown])
      }
    }
    const before = periodBefore(reportingPeriod, period)
    const overviews = await report('Overview', reportingPeriod, agent)
    for (const [at, one] of [period, before].entries()) {
      if (isHiddenAgent(inPeriod(questions, one), agent))
        expect(new Set(figuresOf(overviews[at]!))).toEqual(new Set([fewerThan5]))
      else expect(overviews[at]).toMatchObject(counted.Overview(inPeriod(of, one)))
    }
  }
  const given = inPeriod(questions, period).filter(({ channel }) => channel !== 'Tests')
  for (const row of await report('Agents', reportingPeriod)) {
    const asked = given.filter(({ gpt_system_id }) =>
      row.gptSystemId === null ? gpt_system_id === PERSONAL_AGENTS : gpt_system_id === row.gptSystemId,
    )
    if (row.questions !== fewerThan5)
      expect(row).toMatchObject({ questions: asked.length, people: people(asked) })
  }
}

describe('the sums of days', () => {
  test.each([0, 1, 2])(
    'equal counting the questions, whatever was added up before (events %i)',
    async (seed) => {
      const random = randomOf(`days ${seed}`)
      const { database } = app.platform
      const now = Date.now()
      const asking = {
        agents: [...agents, PERSONAL_AGENTS],
        askers: Array.from({ length: 30 }, () => randomUUID()),
        files: [randomUUID(), randomUUID()],
        random,
      }
      const stored: AskedQuestion[] = []
      for (let round = 0; round < 4; round += 1) {
        const span = [1, 3, 40, 400][random.below(4)]! * DAY_MS
        const added = randomQuestions(random.below(400), {
          ...asking,
          ...{ from: new Date(now - span), to: new Date(now) },
        })
        await storeAsked(database.db, added)
        stored.push(...added)
        const step = random.below(3)
        if (step === 0) await addUp()
        const some = stored[random.below(Math.max(1, stored.length))]
        if (step === 1 && some && dayOf(some) < new Date(now).toISOString().slice(0, 10))
          await database.transaction((tx) => addUpDay(tx, dayOf(some)))
        await expectCounted(stored, reportingPeriods[random.below(reportingPeriods.length)]!)
      }
      await addUp()
      for (const period of ['Last30Days', 'LastMonth', 'Last12Months'] as const)
        await expectCounted(stored, period)
    },
  )

  test('begin at midnight in UTC', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const midnight = Date.parse(`${today}T00:00:00Z`)
    const asking = {
      agents: [agents[0]!],
      askers: Array.from({ length: 8 }, () => randomUUID()),
      ...{ files: [randomUUID()], random: randomOf('midnight') },
    }
    const at = (time: number) =>
      randomQuestions(60, { ...asking, from: new Date(time), to: new Date(time) }).map((one) => ({
        ...one,
        channel: 'Web' as const,
      }))
    await storeAsked(app.platform.database.db, [...at(midnight - 1), ...at(midnight)])
    const perDay = async () =>
      (await report('QuestionsPerDay', 'Last7Days'))
        .slice(-2)
        .map(({ web, publicChats }) => [web, publicChats])
    expect(await perDay()).toEqual([
      [60, 0],
      [60, 0],
    ])
    await addUp()
    expect(await perDay()).toEqual([
      [60, 0],
      [60, 0],
    ])
  })

  test('are read again from the questions after one came late', async () => {
    const { db } = app.platform.database
    const yesterday = new Date(Date.now() - DAY_MS)
    const asking = {
      agents: [agents[0]!],
      askers: Array.from({ length: 8 }, () => randomUUID()),
      ...{ files: [randomUUID()], random: randomOf('late'), from: yesterday, to: yesterday },
    }
    await storeAsked(db, randomQuestions(100, asking))
    await addUp()
    const [before] = await report('Overview', 'Last7Days')
    await storeAsked(db, randomQuestions(50, asking))
    const [after] = await report('Overview', 'Last7Days')
    expect(Number(after?.questions)).toBeGreaterThan(Number(before?.questions))
    await addUp()
    expect((await report('Overview', 'Last7Days'))[0]).toEqual(after)
  })

  test('are deleted after 25 months, with the questions', async () => {
    const { db } = app.platform.database
    const old = new Date(Date.now() - 800 * DAY_MS)
    const recent = new Date(Date.now() - 700 * DAY_MS)
    const asking = {
      ...{ agents, askers: [randomUUID()], files: [randomUUID()], random: randomOf('old') },
    }
    await storeAsked(db, randomQuestions(20, { ...asking, from: old, to: old }))
    await storeAsked(db, randomQuestions(20, { ...asking, from: recent, to: recent }))
    await addUp()
    const kept = recent.toISOString().slice(0, 10)
    for (const [table, day, left] of [
      ['asked_question', 'asked_at', kept],
      ...[...dayTables, 'last_asked'].map((table) => [table, 'day', kept] as const),
      ['asker_month', 'month', `${kept.slice(0, 7)}-01`],
    ] as const) {
      const days = await sql<{ day: string }>`select distinct ${sql.ref(day)}::date::text as day
        from ${sql.table(table)}`.execute(db)
      expect([table, days.rows]).toEqual([table, [{ day: left }]])
    }
  })
})
