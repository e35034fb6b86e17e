/** Periods of whole days in UTC. `Last…` include today, except for `LastMonth`. */
export const reportingPeriods = [
  'Today',
  'Last7Days',
  'Last30Days',
  'Last90Days',
  'ThisMonth',
  'LastMonth',
  'Last12Months',
] as const
export type ReportingPeriod = (typeof reportingPeriods)[number]

/** A figure is shown only if at least this many people are behind it. */
export const FEWEST_PEOPLE = 5

/**
 * What takes the place of a figure over fewer people than that. It also takes the place of a figure from which
 * another one could be calculated.
 */
export const fewerThan5 = 'FewerThan5'

/** Units of figures, which are numbers, null if there is nothing to calculate from, or `fewerThan5`. */
export const figureUnits = [
  'Answers',
  'Calls',
  'Citations',
  'Conversations',
  'Milliseconds',
  'People',
  'Percent',
  'Questions',
  'Seconds',
  'Sessions',
  'Tokens',
  'Usd',
] as const
/**
 * Kinds of other values, which are strings or null: `Date` as `YYYY-MM-DD`, `Time` in ISO 8601. `Weekday` from 1
 * for Monday and `Hour` from 0 are numbers.
 */
export const valueKinds = ['Date', 'Hour', 'Id', 'Text', 'Time', 'Weekday'] as const

export type FigureUnit = (typeof figureUnits)[number]
export type ValueKind = (typeof valueKinds)[number]

/** Stands for all personal agents in what is counted. */
export const PERSONAL_AGENTS = '00000000-0000-0000-0000-000000000000'

/**
 * The reports on usage and their columns in order. A question counts on the day on which it was asked, and model usage on the day on which it ended, also if its
 * conversation has been deleted. Tests count only where a column says so. Personal agents count as one, without a
 * name or an ID.
 */
export const reports = {
  /** The period, then the one before it. */
  Overview: {
    from: 'Date',
    to: 'Date',
    questions: 'Questions',
    people: 'People',
    conversations: 'Conversations',
    firstTokenMedianSeconds: 'Seconds',
    medianSeconds: 'Seconds',
    p95Seconds: 'Seconds',
    helpfulPercent: 'Percent',
    unansweredPercent: 'Percent',
    tokens: 'Tokens',
    costUsd: 'Usd',
  },
  /** Every day of the period. */
  QuestionsPerDay: {
    day: 'Date',
    web: 'Questions',
    publicChats: 'Questions',
    tests: 'Questions',
    people: 'People',
    helpfulPercent: 'Percent',
  },
  /** Every hour of the week. */
  WhenPeopleAsk: { weekday: 'Weekday', hour: 'Hour', questions: 'Questions' },
  /** The most used first. */
  Agents: {
    gptSystemId: 'Id',
    name: 'Text',
    questions: 'Questions',
    people: 'People',
    helpfulPercent: 'Percent',
    unansweredPercent: 'Percent',
    tokens: 'Tokens',
    costUsd: 'Usd',
  },
  /** Every day of the period. Times are accurate to 5 %. */
  AnswerTimes: {
    day: 'Date',
    firstTokenP50Ms: 'Milliseconds',
    firstTokenP95Ms: 'Milliseconds',
    totalP50Ms: 'Milliseconds',
    totalP95Ms: 'Milliseconds',
  },
  /** Why answers failed, the most frequent first. */
  Errors: { code: 'Text', count: 'Answers', lastAt: 'Time' },
  /** Each agent with each reason for bad ratings. Without a reason, the row counts the bad ratings that give none. */
  Feedback: {
    gptSystemId: 'Id',
    name: 'Text',
    good: 'Answers',
    bad: 'Answers',
    reason: 'Text',
    count: 'Answers',
  },
  /** The open ones, see `unansweredQuestions`. */
  UnansweredQuestions: {
    question: 'Text',
    gptSystemId: 'Id',
    name: 'Text',
    questions: 'Questions',
  },
  /** What each deployment used for each purpose, tests included. */
  Tokens: {
    languageEngine: 'Text',
    deploymentName: 'Text',
    purpose: 'Text',
    calls: 'Calls',
    inputTokens: 'Tokens',
    outputTokens: 'Tokens',
    costUsd: 'Usd',
  },
  /** What each agent used and cost with each deployment, tests included. The most expensive first. */
  Costs: {
    gptSystemId: 'Id',
    name: 'Text',
    languageEngine: 'Text',
    deploymentName: 'Text',
    inputTokens: 'Tokens',
    outputTokens: 'Tokens',
    costUsd: 'Usd',
  },
  /**
   * The current month, whatever the period: what it has cost so far, what it will likely cost in total, and the limit of
   * the instance for a month, if it has one.
   */
  Forecast: {
    month: 'Date',
    costUsd: 'Usd',
    forecastUsd: 'Usd',
    lastMonthUsd: 'Usd',
    limitUsd: 'Usd',
  },
  /** The budgets of the current month, whatever the period, the most used first. */
  Budgets: {
    kind: 'Text',
    id: 'Text',
    name: 'Text',
    amountUsd: 'Usd',
    usedUsd: 'Usd',
    usedPercent: 'Percent',
    state: 'Text',
  },
  /** How many members of each group have asked. */
  Adoption: {
    groupId: 'Id',
    name: 'Text',
    members: 'People',
    people: 'People',
    adoptionPercent: 'Percent',
  },
  PublicEndpoints: {
    gptPublicEndpoint: 'Text',
    gptSystemId: 'Id',
    name: 'Text',
    visitors: 'People',
    questions: 'Questions',
    refusedByBudget: 'Questions',
    claimed: 'Sessions',
  },
  /** The files that answers cite most. */
  Knowledge: {
    dataSourceId: 'Id',
    fileId: 'Id',
    name: 'Text',
    citations: 'Citations',
    lastCitedAt: 'Time',
  },
} as const satisfies Record<string, Record<string, FigureUnit | ValueKind>>

export type ReportName = keyof typeof reports
export const reportNames = Object.keys(reports) as [ReportName, ...ReportName[]]

/** The number of rows that a report lists at most. An export has up to 10,000. */
export const LISTED_ROWS = 200
