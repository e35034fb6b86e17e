import { AppError } from '../../../../platform/errors.ts'
import { estimateTokens } from '../../execution/tokens.ts'
import type { LineProgress, MadeSearch, StoredSource } from '../../research/progress.ts'
import type { Answering } from '../question.ts'
import { linkedLibraries, type SearchedLibraries } from '../search.ts'
import type { BudgetMeter, EndedBy } from './budgetMeter.ts'
import type { ResearchTexts } from './researchTexts.ts'
import type { ResearchTask } from './task.ts'

/** A research while it runs. */
export interface ResearchRun {
  answering: Answering
  task: ResearchTask
  texts: ResearchTexts
  meter: BudgetMeter
  /** Null if no library can be searched. */
  libraries: SearchedLibraries | null
  isWebOn: boolean
  lines: LineProgress[]
  searches: MadeSearch[]
  /** What the report can cite, by number. Going on later finds them again. */
  sources: Map<number, StoredSource>
  endedBy: EndedBy | null
}

/** Stores what was done, and shows what was used. A research goes on if it can’t be stored. */
export async function saveRun(run: ResearchRun): Promise<void> {
  const { answering, task, lines, searches, sources } = run
  tellBudget(run)
  try {
    await task.save({
      used: run.meter.state(),
      lines: lines.map((line) => ({ ...line })),
      searches,
      sources: [...sources.values()],
    })
  } catch (cause) {
    answering.execution.note('research.notSaved', { text: String(cause).slice(0, 100) })
  }
}

/** Shows what was used of the budget. */
export function tellBudget({ answering, texts, meter, sources, task }: ResearchRun, ended = false): void {
  const title = texts.budget(meter.state(), task.plan.budget, sources.size)
  if (ended) answering.steps.done(BUDGET_STEP, title)
  else answering.steps.begin(BUDGET_STEP, title)
}

export const BUDGET_STEP = 'research-budget'
export const stepOf = (line: number): string => `research-line-${line + 1}`

/**
 * Limits the libraries to those that the person can still search with the agent. A research takes minutes, in which
 * libraries can be unlinked.
 */
export async function checkAccess(run: ResearchRun): Promise<void> {
  const links = await run.task.linksNow()
  if (!links) throw new AppError('agent.notFound')
  const { libraries } = run
  if (!libraries) return
  const now = linkedLibraries(links)
  const dataSourceIds = libraries.dataSourceIds.filter((id) => now.dataSourceIds.includes(id))
  run.libraries = {
    ...libraries,
    dataSourceIds,
    graphIds: libraries.graphIds.filter((id) => now.graphIds.includes(id)),
    folders: now.folders,
  }
  if (dataSourceIds.length === 0 && libraries.attachedIds.length === 0) run.libraries = null
}

/** Returns the numbers of sources as a model reads them, as many as fit. */
export function fitting({ answering }: ResearchRun, numbers: readonly number[], room: number): number[] {
  let left = room
  return numbers.filter((number) => {
    const tokens = estimateTokens(answering.sources.text([number]))
    if (tokens > left) return false
    left -= tokens
    return true
  })
}
