import { FEWEST_PEOPLE, fewerThan5 } from '@parlance/contract/reports'

type Figure = number | typeof fewerThan5 | null

/** Whether figures over so many people are hidden. There are none over no one. */
export const isFew = (people: number) => people > 0 && people < FEWEST_PEOPLE

/**
 * Returns a figure, unless it is over too few people. A figure of no one can only be nothing: if it isn't, the people
 * behind it are unknown, as for an answer that ended after midnight.
 */
export const overPeople = (people: number, figure: number | null): Figure =>
  isFew(people) || (people === 0 && figure) ? fewerThan5 : figure

/**
 * Returns which parts of a sum are hidden, by the people behind each: those over too few people, and the smallest of the
 * others if the sum and the parts shown would otherwise tell what is hidden.
 */
export function hiddenParts(people: readonly number[]): boolean[] {
  const hidden = people.map(isFew)
  if (!hidden.includes(true)) return hidden
  const others = people.flatMap((one, at) => (one >= FEWEST_PEOPLE ? [{ at, people: one }] : []))
  const smallest = others.sort((a, b) => a.people - b.people)[0]
  if (smallest) hidden[smallest.at] = true
  return hidden
}

/** Returns what a hidden part of a sum shows, and what a shown one over so many people does. */
export const part = (isHidden: boolean, people: number, figure: number | null): Figure =>
  isHidden ? fewerThan5 : overPeople(people, figure)

/** Returns a percentage with one decimal. Null of nothing. */
export const percentOf = (some: number, all: number): number | null =>
  all === 0 ? null : Math.round((some / all) * 1000) / 10
