import type { Step } from '@parlance/contract/events'
import type { ExecutionDetails } from '../../chatModel/api.ts'

type BarKind = 'Step' | 'Search' | 'Tool' | 'Write'

/** A line of the waterfall. `start` and `width` are percentages of the total. */
export interface Bar {
  id: string
  title: string
  kind: BarKind
  state: Step['state']
  startMs: number
  ms: number
  start: number
  width: number
  input: string | null
  output: string | null
}

/** Narrower bars would be invisible. */
const LEAST_WIDTH = 1.2

type DetailedStep = ExecutionDetails['steps'][number]

/**
 * Returns where an answer's time went: its steps in the order they started, and the writing from the first text
 * to the end. Steps recorded before timing was introduced have no duration.
 */
export function waterfall(
  details: ExecutionDetails,
  steps: DetailedStep[],
  nowMs: number | null,
  writing: string,
): Bar[] {
  const begun = Date.parse(details.createdAt)
  const end = details.totalMs ?? nowMs ?? 0
  const timed = steps.map((step) => {
    const startMs = step.startedAt ? Math.max(0, Date.parse(step.startedAt) - begun) : 0
    const ms = step.ms ?? (step.state === 'Running' && nowMs !== null ? Math.max(0, nowMs - startMs) : 0)
    return { ...step, startMs, ms, barKind: kindOf(step) }
  })
  const total = Math.max(end, ...timed.map(({ startMs, ms }) => startMs + ms), 1)
  const bars = timed.map(({ id, title, state, startMs, ms, barKind, input, output }) => ({
    id,
    title,
    kind: barKind,
    state,
    startMs,
    ms,
    ...placed(startMs, ms, total),
    input,
    output,
  }))
  if (details.firstTextMs === null) return bars
  const ms = Math.max(0, end - details.firstTextMs)
  const state = details.totalMs === null ? 'Running' : 'Done'
  return [
    ...bars,
    {
      id: 'write-answer',
      title: writing,
      kind: 'Write',
      state,
      startMs: details.firstTextMs,
      ms,
      ...placed(details.firstTextMs, ms, total),
      input: null,
      output: null,
    },
  ]
}

function placed(startMs: number, ms: number, total: number): { start: number; width: number } {
  const width = Math.max((ms / total) * 100, LEAST_WIDTH)
  return { start: Math.min((startMs / total) * 100, 100 - width), width }
}

function kindOf({ id, kind }: DetailedStep): BarKind {
  if (kind === 'Tool') return 'Tool'
  return id.startsWith('search') ? 'Search' : 'Step'
}
