import type { Actor } from '../../../platform/access/actor.ts'
import type { ClaimedRun, Progress } from './runsStore.ts'

/** A run while this process has it. */
export interface OwnRun extends ClaimedRun {
  holder: string
  /** Reads who started it, with their rights as they are now. */
  tester(): Promise<Actor>
}

/** What the runs of one kind do, one item after another. An item is done once its result is stored. */
export interface Work<Item> {
  /** Reads where the run is. `working` are the keys of items in progress. Null if the run has ended. */
  read(run: OwnRun, working: readonly string[]): Promise<Progress<Item> | null>
  keyOf(item: Item): string
  /** Does one item and stores its result. Rejects if the run can’t go on. */
  perform(run: OwnRun, item: Item, signal: AbortSignal): Promise<void>
}
