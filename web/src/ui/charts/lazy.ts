import { loadLater } from '../loadLater.tsx'

// The chart library is as large as everything else on a page, so the rest appears first.
export const Bars = loadLater(async () => (await import('./Charts.tsx')).Bars)
export const Lines = loadLater(async () => (await import('./Charts.tsx')).Lines)
export const Slices = loadLater(async () => (await import('./Slices.tsx')).Slices)
