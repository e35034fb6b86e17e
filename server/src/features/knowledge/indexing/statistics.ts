/** Keeps the planner’s statistics of an index current while it changes. */
export interface Statistics {
  /** Call after passages were added or removed. Gathers statistics if too many have been. */
  changed(passages: number): Promise<void>
  /** Call when there is no work left. Gathers statistics after a pause if enough passages were changed. */
  rest(): void
  /** Call when there is work again, or never will be. */
  wake(): void
}

/** How often a bulk load checks whether the statistics are outdated. */
const CHANGES_BETWEEN_LOOKS = 500
/** The share of changes that makes them outdated, while there is work and after a pause. */
const OLD_SHARE_BUSY = 0.5
const OLD_SHARE_IDLE = 0.1
const IDLE_MS = 2000

/** Gathering takes long in a large database and half a second in a small one, so it depends on `countIndexed`. */
export function createStatistics(
  countIndexed: () => Promise<number>,
  gather: () => Promise<void>,
  onFailed: (cause: unknown) => void,
): Statistics {
  let changed = 0
  let lookAt = CHANGES_BETWEEN_LOOKS
  let idle: NodeJS.Timeout | undefined

  async function gatherIfDue(oldShare: number): Promise<void> {
    if (changed === 0 || changed < (await countIndexed()) * oldShare) return
    changed = 0
    await gather()
  }

  return {
    async changed(passages) {
      changed += passages
      if (changed < lookAt) return
      // Others that work at the same time don’t look too.
      lookAt = changed + CHANGES_BETWEEN_LOOKS
      await gatherIfDue(OLD_SHARE_BUSY)
      lookAt = changed + CHANGES_BETWEEN_LOOKS
    },
    rest() {
      clearTimeout(idle)
      idle = setTimeout(() => gatherIfDue(OLD_SHARE_IDLE).catch(onFailed), IDLE_MS)
      idle.unref()
    },
    wake: () => clearTimeout(idle),
  }
}
