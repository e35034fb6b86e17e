import { pause } from './pause.ts'

const LOOK_AGAIN_MS = 500

const holders = new Set<() => boolean>()

/** Tells of work that a reload would lose: files on their way, a form that is not saved. Drafts are kept anyway. */
export const holdPage = (holds: () => boolean): void => void holders.add(holds)

/** Resolves when a reload would lose nothing. */
export async function nothingToLose(): Promise<void> {
  while ([...holders].some((holds) => holds())) await pause(LOOK_AGAIN_MS)
}
