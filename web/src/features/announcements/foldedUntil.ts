import { localStored } from '../../base/storage.ts'

/** Until when this browser expects a folded notice, in milliseconds by its own clock. */
const KEY = 'announcementsFoldedUntil'

/** Whether a page leaves space for a folded notice before it knows of one, so that nothing moves when it appears. */
export function hasFoldedSpace(): boolean {
  const until = localStored.read<number>(KEY)
  return typeof until === 'number' && Date.now() < until
}

/** `leftMs`: how long the notice is shown; 0 if none is folded. */
export function keepFoldedSpace(leftMs: number): void {
  if (leftMs > 0) localStored.write(KEY, Date.now() + leftMs)
  else localStored.remove(KEY)
}
