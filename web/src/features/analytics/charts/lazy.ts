import { loadLater } from '../../../ui/loadLater.tsx'

// The chart library is as large as everything else on the page, so the figures appear first.
export const DayBars = loadLater(async () => (await import('./Charts.tsx')).DayBars)
export const DayLines = loadLater(async () => (await import('./Charts.tsx')).DayLines)
