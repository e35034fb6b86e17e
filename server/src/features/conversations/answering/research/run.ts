import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../../../platform/errors.ts'
import { isInFolders, type RankedPassage } from '../../../knowledge/index.ts'
import { estimateTokens } from '../../execution/tokens.ts'
import type {
  EndedBy,
  LineProgress,
  MadeSearch,
  StoredSource,
  WrittenReport,
} from '../../research/progress.ts'
import type { Answering } from '../question.ts'
import { linkedLibraries, type SearchedLibraries } from '../search.ts'
import type { BudgetMeter } from './budgetMeter.ts'
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
  /** How much of the room for pages of the web is taken. */
  webBytes: number
  /** Set once the report is written, until which nothing is lost by writing it again. */
  report: WrittenReport | null
  endedBy: EndedBy | null
}

/** How long to wait before storing is tried again. */
const STORE_AGAIN_MS = [500, 2000, 8000]

/** Stores what was done, and shows what was used. A research goes on if it can’t be stored. */
export async function saveRun(run: ResearchRun): Promise<void> {
  tellBudget(run)
  try {
    await save(run)
  } catch (cause) {
    noteUnsaved(run, cause)
  }
}

/**
 * Stores what was counted before a search or a call is made. Nothing is made if it can’t be stored, because a research that
 * goes on after its process was killed would then use more than its budget.
 */
export async function saveBeforeUse(run: ResearchRun): Promise<void> {
  tellBudget(run)
  for (const wait of [...STORE_AGAIN_MS, null])
    try {
      return await save(run)
    } catch (cause) {
      noteUnsaved(run, cause)
      if (wait === null) throw new AppError('research.notStored', { cause })
      await setTimeout(wait, undefined, { signal: run.answering.signal })
    }
}

const save = ({ task, meter, lines, searches, sources, report }: ResearchRun): Promise<void> =>
  task.save({ used: meter.state(), lines, searches, sources: [...sources.values()], report })

const noteUnsaved = ({ answering }: ResearchRun, cause: unknown): void =>
  answering.execution.note('research.notSaved', { text: String(cause).slice(0, 100) })

/** Shows what was used of the budget. */
export function tellBudget({ answering, texts, meter, sources, task }: ResearchRun, ended = false): void {
  const usesModel = answering.helper !== null
  const title = texts.budget(meter.state(), task.plan.budget, { sources: sources.size, usesModel })
  if (ended) answering.steps.done(BUDGET_STEP, title)
  else answering.steps.begin(BUDGET_STEP, title)
}

const BUDGET_STEP = 'research-budget'
export const stepOf = (line: number): string => `research-line-${line + 1}`

/**
 * Limits a research to where the person can still search with the agent. It takes minutes, in which libraries can be
 * unlinked.
 */
export async function checkAccess(run: ResearchRun): Promise<void> {
  const places = await run.task.placesNow()
  if (!places) throw new AppError('agent.notFound')
  const { links, web } = places
  run.isWebOn &&= web
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

/** Whether files of a library can be found: one that the agent is linked to, or that of an attachment. */
function isSearched({ libraries }: ResearchRun, dataSourceId: string): boolean {
  if (!libraries) return false
  return libraries.dataSourceIds.includes(dataSourceId) || libraries.attachedSourceIds.includes(dataSourceId)
}

/** Returns a passage that was found before; null if it can’t be found anymore. */
export async function passageNow(
  run: ResearchRun,
  passageId: string,
): Promise<Omit<RankedPassage, 'score'> | null> {
  const { knowledge } = run.answering.needs
  const passage = await knowledge.passage(passageId)
  if (!passage || !isSearched(run, passage.dataSourceId)) return null
  const [place] = await knowledge.foldersOf([passageId])
  return place && isInFolders(place.folder, run.libraries?.folders.get(passage.dataSourceId)) ? passage : null
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
