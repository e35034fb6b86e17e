/** A position in PostgreSQL's write-ahead log, as a number. Later writes have greater positions. */
export type Position = bigint

export const BEGINNING: Position = 0n

/** Parses PostgreSQL's notation of a position, such as `16/B374D848`. */
export function positionOf(text: string): Position {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
