import { limits } from '@parlance/contract/limits'
import type { ResearchPlan } from '@parlance/contract/research'
import type { ResearchProposal } from './data/api.ts'

export const parts = ['searches', 'modelCalls', 'tokens', 'minutes'] as const
export type Part = (typeof parts)[number]

/** A line while it is edited. `key` stays the same when it is moved. */
export interface LineValues {
  key: number
  title: string
  /** One per line, as typed. */
  queries: string
}

export interface PlanValues {
  understood: string
  lines: LineValues[]
  libraries: boolean
  web: boolean
  /** As typed. */
  budget: Record<Part, string>
}

export const valuesOf = ({ understood, lines, libraries, web, budget }: ResearchProposal): PlanValues => ({
  understood,
  lines: lines.map(({ title, queries }, key) => ({ key, title, queries: queries.join('\n') })),
  libraries: libraries.count > 0,
  web: web !== null,
  budget: {
    searches: String(budget.searches),
    modelCalls: String(budget.modelCalls),
    tokens: String(budget.tokens),
    minutes: String(budget.minutes),
  },
})

const queriesOf = ({ queries }: Pick<LineValues, 'queries'>): string[] => [
  ...new Set(
    queries
      .split('\n')
      .map((query) => query.trim())
      .filter((query) => query !== ''),
  ),
]

export type LineError = 'lineEmpty' | 'tooManyQueries'

export function lineError(line: LineValues): LineError | null {
  const queries = queriesOf(line)
  if (line.title.trim() === '' || queries.length === 0) return 'lineEmpty'
  const isTooMuch =
    queries.length > limits.researchQueriesPerLine ||
    queries.some((query) => query.length > limits.researchQuery)
  return isTooMuch ? 'tooManyQueries' : null
}

/** Whether a bound is a whole number that can be chosen. */
export function isInRange(values: PlanValues, part: Part, { least, most }: ResearchProposal): boolean {
  const typed = values.budget[part].trim()
  return /^\d{1,9}$/.test(typed) && Number(typed) >= least[part] && Number(typed) <= most[part]
}

/** Returns the plan to start, or null if something has to be corrected first. */
export function planOf(values: PlanValues, proposal: ResearchProposal): ResearchPlan | null {
  const isWrong =
    values.lines.length === 0 ||
    values.lines.some((line) => lineError(line) !== null) ||
    !(values.libraries || values.web) ||
    parts.some((part) => !isInRange(values, part, proposal))
  if (isWrong) return null
  const { searches, modelCalls, tokens, minutes } = values.budget
  return {
    understood: values.understood.trim(),
    lines: values.lines.map((line) => ({ title: line.title.trim(), queries: queriesOf(line) })),
    libraries: values.libraries,
    web: values.web,
    budget: {
      searches: Number(searches),
      modelCalls: Number(modelCalls),
      tokens: Number(tokens),
      minutes: Number(minutes),
    },
  }
}

/** Whether a plan differs from how it was proposed. */
export function isChanged(values: PlanValues, proposal: ResearchProposal): boolean {
  const textOf = ({ lines, ...rest }: PlanValues) =>
    JSON.stringify([rest, lines.map(({ title, queries }) => [title, queries])])
  return textOf(values) !== textOf(valuesOf(proposal))
}

/** Returns the lines with one of them moved by a number of places. */
export function moved(lines: readonly LineValues[], from: number, by: number): LineValues[] {
  const to = from + by
  if (to < 0 || to >= lines.length) return [...lines]
  const others = lines.toSpliced(from, 1)
  return others.toSpliced(to, 0, lines[from]!)
}

/** Returns the most that a plan costs in dollars, as if the model wrote all of its tokens; null if unknown. */
export function mostCost(values: PlanValues, { price }: ResearchProposal): number | null {
  const tokens = Number(values.budget.tokens)
  if (!price || !Number.isFinite(tokens)) return null
  return (tokens * Math.max(price.inputPerMillion, price.outputPerMillion)) / 1_000_000
}
