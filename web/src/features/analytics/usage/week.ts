import type { Figure } from '../figures.ts'

/** Returns the figure of an hour of the week. */
export type Hour = (weekday: number, hour: number) => Figure

/** From Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export const hours = Array.from({ length: 24 }, (_, hour) => hour)
