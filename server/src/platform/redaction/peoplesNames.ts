import { setImmediate as nextTurn } from 'node:timers/promises'
import { fold } from './fold.ts'
import type { PersonName } from './names/nameIndex.ts'
import type { KnownPerson } from './store.ts'

/** Shorter parts of names are in too many words. */
const LEAST_PART = 3

/** Names of accounts that no person has. Redacted, they would take everyday words with them. */
const shared = new Set(
  `admin administrator administrators root user guest test tester demo system service support help helpdesk info
  office contact team bot api operator owner manager`.split(/\s+/),
)

/** A word of so many names, and of such a share of all, says what people are: *External*, *Contractor*. */
const COMMON_NAMES = 20
const COMMON_SHARE = 0.2

/** So many names are handled before others get their turn. */
const NAMES_AT_ONCE = 1000

const foldedOf = (text: string): string => (/^[a-z]*$/i.test(text) ? text.toLowerCase() : fold(text).text)
const lettersOf = (text: string): string[] => foldedOf(text).match(/\p{L}+/gu) ?? []

/**
 * Returns what people are called, without what directories add to names. Of usernames, only those count that are made of
 * the person’s name, such as alindqvist: others, such as *reception*, can be words. Email addresses are found by their
 * form.
 */
export async function namesOf(people: readonly KnownPerson[]): Promise<PersonName[]> {
  const counts = new Map<string, number>()
  const all: string[][] = []
  for (const { name } of people) {
    const words = wordsOf(name)
    for (const word of new Set(words.map(foldedOf))) counts.set(word, (counts.get(word) ?? 0) + 1)
    if (all.push(words) % NAMES_AT_ONCE === 0) await nextTurn()
  }
  const enough = Math.max(COMMON_NAMES, people.length * COMMON_SHARE)
  const named: PersonName[] = []
  for (const [at, { userName }] of people.entries()) {
    const own = all[at]!.filter((word) => (counts.get(foldedOf(word)) ?? 0) < enough)
    if (own.length > 0) named.push({ name: [...own, ...usedIn(userName, own)].join(' ') })
    if (at % NAMES_AT_ONCE === NAMES_AT_ONCE - 1) await nextTurn()
  }
  return named
}

/** Returns the words of a username that are made of a name. */
function usedIn(userName: string, own: readonly string[]): string[] {
  const parts = own.flatMap(lettersOf)
  const long = parts.filter((part) => part.length >= LEAST_PART)
  const isMade = (word: string) =>
    !parts.includes(word) && long.some((part) => word.startsWith(part) || word.endsWith(part))
  return lettersOf(userName.split('@')[0] ?? '').filter(isMade)
}

/** Returns the words of a name. What is in brackets, such as a department, isn’t part of it. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/\([^()]{0,200}\)|\[[^[\]]{0,200}\]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !shared.has(foldedOf(word)))
