import type { AnyReport, ReportRow } from '@parlance/contract/analytics'
import { monthOf, periodBefore } from '@parlance/contract/periodOf'
import {
  FEWEST_PEOPLE,
  type FigureUnit,
  fewerThan5,
  figureUnits,
  type ReportingPeriod,
  type ReportName,
  reports,
} from '@parlance/contract/reports'
import type { Sql } from '../../../platform/database/database.ts'
import { quantileMs, together } from '../../../platform/database/timeSteps.ts'
import { readBudgets } from '../../budgets/index.ts'
import { readUnanswered } from '../../unansweredQuestions/index.ts'
import type { AskersOf } from './agentAskers.ts'
import * as details from './detailsStore.ts'
import { hiddenParts, isFew, overPeople, part, percentOf } from './fewPeople.ts'
import { daysBetween, forecastMonth, shifted } from './forecast.ts'
import * as questions from './questionsStore.ts'
import type { Scope } from './scopeStore.ts'

/** What a report is about. */
interface Asked extends Scope {
  reportingPeriod: ReportingPeriod
  askersOf: AskersOf
}

type Reports = { [N in ReportName]: (db: Sql, asked: Asked) => Promise<ReportRow<N>[]> }

const makers: Reports = {
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
    const countedOn = new Map(counted.map((one) => [`${one.day} ${one.channel}`, one]))
    const ratingsOn = new Map(ratings.map((one) => [one.day, one]))
    const of = (day: string, channel: questions.QuestionDay['channel']) =>
      countedOn.get(`${day} ${channel}`) ?? { questions: 0, askers: 0 }
    const parts = days.flatMap((day) => [of(day, 'Web'), of(day, 'PublicChats')])
    const hidden = hiddenParts(parts.map(({ askers }) => askers))
    return days.map((day, at) => {
      const [web, visitors] = [parts[2 * at]!, parts[2 * at + 1]!]
      const tests = of(day, 'Tests')
      const people = web.askers + visitors.askers
      const rated = ratingsOn.get(day)
      return {
        day,
        web: part(hidden[2 * at]!, web.askers, web.questions),
        publicChats: part(hidden[2 * at + 1]!, visitors.askers, visitors.questions),
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
      counted.map((one, at) => [`${one.weekday} ${one.hour}`, part(hidden[at]!, one.people, one.questions)]),
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
      questions: part(hidden[at]!, row.people, row.questions),
      people: part(hidden[at]!, row.people, row.people),
      helpfulPercent: helpful(row),
      unansweredPercent: part(hidden[at]!, row.people, percentOf(row.unanswered, row.completed)),
      tokens: part(hidden[at]! || costHidden[at]!, row.askers, row.tokens),
      costUsd: part(hidden[at]! || costHidden[at]!, row.askers, row.costUsd),
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
    const byAgent = Map.groupBy(rows, ({ gptSystemId }) => gptSystemId)
    return [...byAgent.values()].flatMap((reasons) => {
      const hidden = hiddenParts(reasons.map(({ people }) => people))
      return reasons.map(({ gptSystemId, name, good, bad, raters, reason, count, people }, at) => ({
        gptSystemId,
        name,
        good: overPeople(raters, good),
        bad: overPeople(raters, bad),
        reason,
        count: part(hidden[at]!, people, count),
      }))
    })
  },

  UnansweredQuestions: (db, asked) => readUnanswered(db, asked),

  Tokens: (db, asked) => details.readTokens(db, asked),

  async Costs(db, asked) {
    const rows = await details.readCosts(db, asked)
    const hidden = hiddenParts(rows.map(({ people }) => people))
    return rows.map(({ people, ...row }, at) => ({
      ...row,
      inputTokens: part(hidden[at]!, people, row.inputTokens),
      outputTokens: part(hidden[at]!, people, row.outputTokens),
      costUsd: part(hidden[at]!, people, row.costUsd),
    }))
  },

  async Forecast(db, { today }) {
    const [month, lastMonth] = [monthOf(today), monthOf(shifted(monthOf(today).from, -1))]
    const from = [lastMonth.from, shifted(today, -28)].sort()[0]!
    const days = await details.readCostDays(db, { from, to: today })
    const ofLastMonth = days.filter(({ day }) => day >= lastMonth.from && day <= lastMonth.to)
    const { costUsd, forecastUsd } = forecastMonth(days, today)
    return [
      {
        month: month.from,
        costUsd: inMicros(costUsd),
        forecastUsd: inMicros(forecastUsd),
        lastMonthUsd: ofLastMonth.length === 0 ? null : inMicros(sumOf(ofLastMonth)),
        limitUsd: await details.readMonthlyLimit(db),
      },
    ]
  },

  /** What few people used is hidden here. Those who set budgets see it in their list. */
  async Budgets(db, asked) {
    const scope = { ...asked, ...monthOf(asked.today), to: asked.today, gptSystemId: null }
    const [budgets, groups, agents] = await Promise.all([
      readBudgets(db),
      details.readAdoption(db, scope),
      asked.askersOf(db, scope),
    ])
    const peopleOf = new Map([
      ...groups.map(({ groupId, members }) => [`Group ${groupId}`, members] as const),
      ...agents.map(({ gptSystemId, askers }) => [`Agent ${gptSystemId}`, askers] as const),
    ])
    return budgets.map((budget) => {
      const people =
        budget.kind === 'Brand' ? FEWEST_PEOPLE : (peopleOf.get(`${budget.kind} ${budget.id}`) ?? 0)
      return {
        ...budget,
        usedUsd: overPeople(people, budget.usedUsd),
        usedPercent: overPeople(people, percentOf(budget.usedUsd, budget.amountUsd)),
      }
    })
  },

  async Adoption(db, asked) {
    const rows = await details.readAdoption(db, asked)
    return rows.map(({ groupId, name, members, people }) => {
      const isSmall = overPeople(members, members) !== members
      const shown = (figure: number | null) => part(isSmall, members, figure)
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
    const small = hiddenParts(rows.map(({ visitors }) => visitors))
    return rows.map(({ webAskers, ...row }, at) => {
      // The rest of what the agent was asked would tell what a few people asked in the web.
      const isHidden = small[at]! || overPeople(webAskers, webAskers) !== webAskers
      const shown = (figure: number) => part(isHidden, row.visitors, figure)
      return {
        ...row,
        visitors: shown(row.visitors),
        questions: shown(row.questions),
        refusedByBudget: shown(row.refusedByBudget),
        claimed: shown(row.claimed),
      }
    })
  },

  async Knowledge(db, asked) {
    const rows = await details.readCitedFiles(db, asked)
    // A file that few people needed would say what they asked.
    return rows.filter(({ people }) => people >= FEWEST_PEOPLE).map(({ people: _, ...row }) => row)
  },
}

const sumOf = (days: readonly { costUsd: number }[]) => days.reduce((sum, { costUsd }) => sum + costUsd, 0)
const inMicros = (dollars: number) => Math.round(dollars * 1_000_000) / 1_000_000

/** What models used of the whole instance is what their providers bill, so it is shown however few people asked. */
async function overview(db: Sql, scope: Asked): Promise<ReportRow<'Overview'>> {
  const [row, hidden] = await Promise.all([questions.readOverview(db, scope), hiddenIn(db, scope)])
  const shown = (figure: number | null) => part(hidden.questions, row.people, figure)
  const spent = (figure: number | null) => part(hidden.costs, FEWEST_PEOPLE, figure)
  const seconds = (days: typeof row.total, share: number) => {
    const ms = quantileMs(together(days), share)
    // A time of few answers can be of few people.
    const isFew = row.completed < FEWEST_PEOPLE
    return part(hidden.questions || (isFew && ms !== null), row.people, ms === null ? null : ms / 1000)
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
    helpfulPercent: hidden.questions ? fewerThan5 : helpful(row),
    unansweredPercent: shown(percentOf(row.unanswered, row.completed)),
    tokens: spent(row.tokens),
    costUsd: spent(row.costUsd),
  }
}

/** What is hidden of everything that a report says about its scope. */
interface Hidden {
  questions: boolean
  /** What models used, and what that cost. */
  costs: boolean
}

/**
 * Returns what is hidden of a scope. An agent that is hidden among all agents is hidden by itself, too: the difference
 * from what is shown of all would otherwise tell what is hidden.
 */
async function hiddenIn(db: Sql, scope: Asked): Promise<Hidden> {
  if (scope.gptSystemId === null) {
    const isHidden =
      (await questions.hasFewEachDay(db, scope)) && isFew(await questions.countPeople(db, scope))
    return { questions: isHidden, costs: false }
  }
  const { gptSystemId } = scope
  const agents = await scope.askersOf(db, scope)
  const at = agents.findIndex((one) => one.gptSystemId === gptSystemId)
  // No one asked. If models were used nevertheless, the people behind it are unknown.
  if (at < 0) return { questions: false, costs: true }
  const isHidden = hiddenParts(agents.map(({ people }) => people))[at]!
  const isCostHidden = hiddenParts(agents.map(({ askers }) => askers))[at]!
  return { questions: isHidden, costs: isHidden || isCostHidden }
}

const costUnits: readonly string[] = ['Calls', 'Tokens', 'Usd'] satisfies FigureUnit[]

/** Returns a row of a report with the figures that are hidden because of its scope. */
function masked<R extends object>(reportName: ReportName, row: R, hidden: Hidden): R {
  const kinds: Record<string, string> = reports[reportName]
  const isFigure = (kind: string) => figureUnits.some((unit) => unit === kind)
  const isHidden = (name: string, value: unknown) => {
    const kind = kinds[name] ?? ''
    return isFigure(kind) && value !== null && (costUnits.includes(kind) ? hidden.costs : hidden.questions)
  }
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    isHidden(name, value) ? fewerThan5 : value,
  ])
  return Object.fromEntries(entries) as R
}

/** These hide what they have to by themselves, or are about what isn't in their scope. */
const unmasked: readonly ReportName[] = ['Overview', 'Forecast', 'Budgets', 'Adoption', 'UnansweredQuestions']

/** Returns the rows of a report. Figures over few people are hidden here, and nowhere else. */
export async function readReport(db: Sql, reportName: ReportName, asked: Asked): Promise<AnyReport['rows']> {
  const rows = await makers[reportName](db, asked)
  if (unmasked.includes(reportName)) return rows
  const hidden = await hiddenIn(db, asked)
  return rows.map((row) => masked(reportName, row, hidden)) as AnyReport['rows']
}

/** The share of good ratings. It is over those who rated. */
function helpful(rated: { good: number; bad: number; raters: number } | undefined) {
  if (!rated) return null
  return overPeople(rated.raters, percentOf(rated.good, rated.good + rated.bad))
}
