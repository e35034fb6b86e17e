import type { ReportRow } from '@parlance/contract/analytics'
import { monthOf, periodBefore } from '@parlance/contract/periodOf'
import type { ReportingPeriod, ReportName } from '@parlance/contract/reports'
import type { Sql } from '../../../platform/database/database.ts'
import { readBudgets } from '../../budgets/index.ts'
import { readUnanswered } from '../../unansweredQuestions/index.ts'
import * as details from './detailsStore.ts'
import { hiddenParts, overPeople, part, percentOf } from './fewPeople.ts'
import { daysBetween, forecastMonth, shifted } from './forecast.ts'
import * as questions from './questionsStore.ts'
import type { Scope } from './scopeStore.ts'
import { quantileMs, together } from './times.ts'

/** What a report is about. */
interface Asked extends Scope {
  reportingPeriod: ReportingPeriod
}

type Reports = { [N in ReportName]: (db: Sql, asked: Asked) => Promise<ReportRow<N>[]> }

/** Makes the rows of each report. Figures over few people are hidden here, and nowhere else. */
export const reportRows: Reports = {
  async Overview(db, asked) {
    const before = { ...asked, ...periodBefore(asked.reportingPeriod, asked) }
    return Promise.all([overview(db, asked), overview(db, before)])
  },

  async QuestionsPerDay(db, asked) {
    const [counted, ratings] = await Promise.all([
      questions.readQuestionDays(db, asked),
      questions.readRatingDays(db, asked),
    ])
    const days = daysBetween(asked.from, asked.to)
    const of = (day: string, channel: questions.QuestionDay['channel']) =>
      counted.find((one) => one.day === day && one.channel === channel) ?? { questions: 0, askers: 0 }
    const parts = days.flatMap((day) => [of(day, 'Web'), of(day, 'PublicChats')])
    const hidden = hiddenParts(parts.map(({ askers }) => askers))
    return days.map((day, at) => {
      const [web, visitors] = [parts[2 * at]!, parts[2 * at + 1]!]
      const tests = of(day, 'Tests')
      const people = web.askers + visitors.askers
      const rated = ratings.find((one) => one.day === day)
      return {
        day,
        web: part(hidden[2 * at]!, web.questions),
        publicChats: part(hidden[2 * at + 1]!, visitors.questions),
        tests: overPeople(tests.askers, tests.questions),
        people: overPeople(people, people),
        helpfulPercent: helpful(rated),
      }
    })
  },

  async WhenPeopleAsk(db, asked) {
    const counted = await questions.readHoursOfWeek(db, asked)
    const hidden = hiddenParts(counted.map(({ people }) => people))
    const figures = new Map(
      counted.map((one, at) => [`${one.weekday} ${one.hour}`, part(hidden[at]!, one.questions)]),
    )
    return [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
      Array.from({ length: 24 }, (_, hour) => ({
        weekday,
        hour,
        questions: figures.get(`${weekday} ${hour}`) ?? 0,
      })),
    )
  },

  async Agents(db, asked) {
    const rows = await questions.readAgents(db, asked)
    const hidden = hiddenParts(rows.map(({ people }) => people))
    // Who tested counts for what models used.
    const costHidden = hiddenParts(rows.map(({ askers }) => askers))
    return rows.map((row, at) => ({
      gptSystemId: row.gptSystemId,
      name: row.name,
      questions: part(hidden[at]!, row.questions),
      people: part(hidden[at]!, row.people),
      helpfulPercent: helpful(row),
      unansweredPercent: part(hidden[at]!, percentOf(row.unanswered, row.completed)),
      tokens: part(hidden[at]! || costHidden[at]!, row.tokens),
      costUsd: part(hidden[at]! || costHidden[at]!, row.costUsd),
    }))
  },

  async AnswerTimes(db, asked) {
    const days = new Map((await questions.readAnswerTimes(db, asked)).map((one) => [one.day, one]))
    return daysBetween(asked.from, asked.to).map((day) => {
      const { people, firstText, total } = days.get(day) ?? { people: 0, firstText: {}, total: {} }
      return {
        day,
        firstTokenP50Ms: overPeople(people, quantileMs(firstText, 0.5)),
        firstTokenP95Ms: overPeople(people, quantileMs(firstText, 0.95)),
        totalP50Ms: overPeople(people, quantileMs(total, 0.5)),
        totalP95Ms: overPeople(people, quantileMs(total, 0.95)),
      }
    })
  },

  async Errors(db, asked) {
    const rows = await details.readErrors(db, asked)
    return rows.map(({ code, count, lastAt, people }) => {
      const shown = overPeople(people, count)
      return { code, count: shown, lastAt: shown === count ? lastAt : null }
    })
  },

  async Feedback(db, asked) {
    const rows = await details.readFeedback(db, asked)
    return rows.map(({ gptSystemId, name, good, bad, raters, reason, count, people }) => ({
      gptSystemId,
      name,
      good: overPeople(raters, good),
      bad: overPeople(raters, bad),
      reason,
      count: overPeople(people, count),
    }))
  },

  UnansweredQuestions: (db, asked) => readUnanswered(db, asked),

  async Tokens(db, asked) {
    const rows = await details.readTokens(db, asked)
    if (asked.gptSystemId === null) return rows
    const people = await questions.countAskers(db, asked)
    return rows.map((row) => ({
      ...row,
      calls: overPeople(people, row.calls),
      inputTokens: overPeople(people, row.inputTokens),
      outputTokens: overPeople(people, row.outputTokens),
      costUsd: overPeople(people, row.costUsd),
    }))
  },

  async Costs(db, asked) {
    const rows = await details.readCosts(db, asked)
    const hidden = hiddenParts(rows.map(({ people }) => people))
    return rows.map(({ people: _, ...row }, at) => ({
      ...row,
      inputTokens: part(hidden[at]!, row.inputTokens),
      outputTokens: part(hidden[at]!, row.outputTokens),
      costUsd: part(hidden[at]!, row.costUsd),
    }))
  },

  async Forecast(db, { today }) {
    const [month, lastMonth] = [monthOf(today), monthOf(shifted(monthOf(today).from, -1))]
    const from = [lastMonth.from, shifted(today, -28)].sort()[0]!
    const days = await details.readCostDays(db, { from, to: today })
    const ofLastMonth = days.filter(({ day }) => day >= lastMonth.from && day <= lastMonth.to)
    const sum = (all: typeof days) =>
      all.length === 0 ? null : all.reduce((total, { costUsd }) => total + costUsd, 0)
    return [
      {
        month: month.from,
        ...forecastMonth(days, today),
        lastMonthUsd: sum(ofLastMonth),
        limitUsd: await details.readMonthlyLimit(db),
      },
    ]
  },

  /** Few people can be behind a budget, but who sets it sees what it has cost, and so do those who read reports. */
  async Budgets(db) {
    const budgets = await readBudgets(db)
    return budgets.map((budget) => ({
      ...budget,
      usedPercent: percentOf(budget.usedUsd, budget.amountUsd),
    }))
  },

  async Adoption(db, asked) {
    const rows = await details.readAdoption(db, asked)
    return rows.map(({ groupId, name, members, people }) => {
      const isSmall = overPeople(members, members) !== members
      const shown = (figure: number | null) => part(isSmall, figure)
      return {
        groupId,
        name,
        members: shown(members),
        people: isSmall ? shown(people) : overPeople(people, people),
        adoptionPercent: isSmall ? shown(people) : overPeople(people, percentOf(people, members)),
      }
    })
  },

  async PublicEndpoints(db, asked) {
    const rows = await details.readPublicPages(db, asked)
    const hidden = hiddenParts(rows.map(({ visitors }) => visitors))
    return rows.map((row, at) => ({
      ...row,
      visitors: part(hidden[at]!, row.visitors),
      questions: part(hidden[at]!, row.questions),
      refusedByBudget: part(hidden[at]!, row.refusedByBudget),
      claimed: part(hidden[at]!, row.claimed),
    }))
  },

  async Knowledge(db, asked) {
    const rows = await details.readCitedFiles(db, asked)
    return rows.map(({ people, ...row }) => {
      const citations = overPeople(people, row.citations)
      return { ...row, citations, lastCitedAt: citations === row.citations ? row.lastCitedAt : null }
    })
  },
}

/** What models used of the whole instance is what their providers bill, so it is shown however few people asked. */
async function overview(db: Sql, scope: Scope): Promise<ReportRow<'Overview'>> {
  const [row, askers] = await Promise.all([
    questions.readOverview(db, scope),
    scope.gptSystemId === null ? 0 : questions.countAskers(db, scope),
  ])
  const shown = (figure: number | null) => overPeople(row.people, figure)
  const seconds = (days: typeof row.total, share: number) => {
    const ms = quantileMs(together(days), share)
    return shown(ms === null ? null : ms / 1000)
  }
  return {
    from: scope.from,
    to: scope.to,
    questions: shown(row.questions),
    people: shown(row.people),
    conversations: shown(row.conversations),
    firstTokenMedianSeconds: seconds(row.firstText, 0.5),
    medianSeconds: seconds(row.total, 0.5),
    p95Seconds: seconds(row.total, 0.95),
    helpfulPercent: helpful(row),
    unansweredPercent: shown(percentOf(row.unanswered, row.completed)),
    tokens: overPeople(askers, row.tokens),
    costUsd: overPeople(askers, row.costUsd),
  }
}

/** The share of good ratings. It is over those who rated. */
function helpful(rated: { good: number; bad: number; raters: number } | undefined) {
  if (!rated) return null
  return overPeople(rated.raters, percentOf(rated.good, rated.good + rated.bad))
}
