const LETTERS = 26

/** Returns the name of a column, counted from 0: A to Z, then AA. */
export function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % LETTERS))
  return column < LETTERS ? last : `${columnName(Math.floor(column / LETTERS) - 1)}${last}`
}
