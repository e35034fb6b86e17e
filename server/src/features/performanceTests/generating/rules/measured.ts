import { type Amount, amountsIn } from './amounts.ts'
import { withoutStop } from './withoutStop.ts'

/** A sentence around the only amount that it has. */
export interface Measured {
  head: string
  amount: Amount
  /** What follows, without the full stop. */
  rest: string
}

/** Longer sentences say too much for one question. */
export const LONGEST = 260

const rangeStart = /(?:(?<![\p{L}\p{M}])(?:from|between|von|zwischen|من|بين) )$/u
const joins = /^(?: (?:to|and|until|bis|und|إلى|حتى|و) ?(?:على )?| ?[–-] ?)$/u
const together = /^(?:,? (?:at|um|by|في|عند)? ?| في تمام )$/u

/** What precedes a clause that goes on about something else. */
const firstClause =
  /^(?<clause>[^;؛]{10,}?)(?:[;؛]|,? (?:and|but) (?=(?:will|must|is|are|can|has|may|takes|costs|the|a|an) ))/u

/** Reads a sentence whose first clause has one amount. Null for others, because a question couldn’t tell which one it asks for. */
export function measuredIn(sentence: string): Measured | null {
  if (sentence.length > LONGEST) return null
  const text = withoutStop(sentence)
  return ofClause(text) ?? ofClause(firstClause.exec(text)?.groups?.clause ?? '')
}

function ofClause(text: string): Measured | null {
  const [first, second, ...others] = amountsIn(text)
  if (!first || others.length > 0) return null
  const { kind } = first
  let { start, end } = first
  if (second) {
    const between = text.slice(first.end, second.start)
    const isRange = second.kind === kind && joins.test(between) && (kind === 'Date' || kind === 'Time')
    const isMoment = kind === 'Date' && second.kind === 'Time' && together.test(between)
    if (!isRange && !isMoment) return null
    end = second.end
    if (isRange) start -= rangeStart.exec(text.slice(0, start))?.[0].length ?? 0
  }
  return {
    head: text.slice(0, start).trimEnd(),
    amount: { ...first, start, end, text: text.slice(start, end) },
    rest: text.slice(end).trim(),
  }
}
