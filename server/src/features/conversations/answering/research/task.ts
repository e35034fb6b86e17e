import type { ResearchPlan } from '@parlance/contract/research'
import type { ConfigurationRow } from '../../../agents/index.ts'
import type { Progress } from '../../research/progress.ts'

/** A research to do, or to go on with. */
export interface ResearchTask {
  plan: ResearchPlan
  /** What an earlier answer did of it. */
  progress: Progress
  /** Whether the report is written without more searches. */
  writesNow: boolean
  /** Stores what was done, so that a research that ends early can go on from there. */
  save(progress: Progress): Promise<void>
  /** Returns where the person can search with the agent now; null if they can’t use it anymore. */
  placesNow(): Promise<{ links: ConfigurationRow['dataSources']; web: boolean } | null>
}
