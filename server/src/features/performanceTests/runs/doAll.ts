import type { Ending } from './runsStore.ts'
import type { OwnRun, Work } from './work.ts'

/** Items of a run that are worked on at once. Few, so that people who chat hardly notice. */
const AT_ONCE = 2

/** Does all items that have no result. Returns why it ended before, or null if all have one. */
export async function doAll<Item>(
  run: OwnRun,
  work: Work<Item>,
  signal: AbortSignal,
): Promise<Ending | null> {
  const working = new Map<string, Promise<void>>()
  let failure: unknown = null
  try {
    for (;;) {
      signal.throwIfAborted()
      if (failure) throw failure
      const progress = await work.read(run, [...working.keys()])
      if (!progress) return ended('Stopped')
      if (progress.isStopped) return ended('Stopped')
      if (progress.stateVersion !== run.stateVersion) return ended('Failed', 'performanceRun.stateChanged')
      if (run.costCeiling !== null && progress.cost >= run.costCeiling)
        return ended('Stopped', 'performanceRun.ceiling')
      // Nothing else would keep to the limit.
      if (run.costCeiling !== null && progress.isUnpriced && progress.next)
        return ended('Stopped', 'performanceRun.unpriced')
      const { next } = progress
      if (!next && working.size === 0) {
        // The last one can have failed while the progress was read.
        if (failure) throw failure
        return null
      }
      if (next) {
        const key = work.keyOf(next)
        const ends = work
          .perform(run, next, signal)
          .catch((cause: unknown) => {
            failure ??= cause
          })
          .finally(() => working.delete(key))
        working.set(key, ends)
      }
      if (!next || working.size === AT_ONCE) await Promise.race(working.values())
    }
  } finally {
    await Promise.all(working.values())
  }
}

export const ended = (phase: 'Stopped' | 'Failed', errorCode: string | null = null): Ending => ({
  phase,
  errorCode,
  score: null,
  margin: null,
})
