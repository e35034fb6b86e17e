import { pause } from './pause.ts'

const LOOK_AGAIN_MS = 500

const holders = new Set<() => boolean>()

/**
 * Registers work that a reload would lose, such as uploads or an unsaved form. Drafts are stored anyway. The returned
 * function lifts it. Components use `useHoldPage`.
 */
export function holdPage(holds: () => boolean): () => void {
  holders.add(holds)
  return () => void holders.delete(holds)
}

/** Resolves when a reload would lose nothing. */
export async function nothingToLose(): Promise<void> {
  while ([...holders].some((holds) => holds())) await pause(LOOK_AGAIN_MS)
}
