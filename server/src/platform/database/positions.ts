/** A place in PostgreSQL's write-ahead log, as a number: what is written later has a greater one. */
export type Position = bigint

/** Before anything was written. */
export const BEGINNING: Position = 0n

/** Reads PostgreSQL's form of a position, such as `16/B374D848`. */
export function positionOf(text: string): Position {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
