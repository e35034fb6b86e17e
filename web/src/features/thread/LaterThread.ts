import { loadLater } from '../../ui/loadLater.tsx'

/**
 * The code that parses and renders answers. It loads when there is an answer, or after the first screen is
 * painted.
 */
export const Thread = loadLater(async () => (await import('./Thread.tsx')).Thread)
