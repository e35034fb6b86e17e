import { fewerThan5 } from '@parlance/contract/reports'

/** Null if there is nothing to calculate it from. */
export type Figure = number | typeof fewerThan5 | null

export const isHidden = (figure: unknown): figure is typeof fewerThan5 => figure === fewerThan5

/** The number that a chart draws. */
export const drawn = (figure: Figure): number => (typeof figure === 'number' ? figure : 0)

/** Adds up the figures that are shown. */
export const sumOf = (figures: readonly Figure[]): number =>
  figures.reduce<number>((total, figure) => total + drawn(figure), 0)

/** Whether any figure of the rows is hidden. */
export const hidesAny = (rows: readonly object[]): boolean =>
  rows.some((row) => Object.values(row).some(isHidden))

/** Returns the row with the highest shown figure; undefined if none is above zero. */
export function highest<Row>(rows: readonly Row[], figureOf: (row: Row) => Figure): Row | undefined {
  let best: Row | undefined
  for (const row of rows) {
    if (drawn(figureOf(row)) > (best === undefined ? 0 : drawn(figureOf(best)))) best = row
  }
  return best
}
