import { loadLater } from '../../ui/loadLater.tsx'

/** What reads and paints answers is loaded when there is one to read, or once the first screen is painted. */
export const Thread = loadLater(async () => (await import('./Thread.tsx')).Thread)
