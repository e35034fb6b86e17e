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

const lettersOf = (text: string): string[] => fold(text).text.match(/\p{L}+/gu) ?? []

/**
 * Returns what people are called. Of usernames, only those count that are made of the person’s name, such as
 * alindqvist: others, such as *reception*, can be words. Email addresses are found by their form.
 */
export function namesOf(people: readonly KnownPerson[]): PersonName[] {
  return people.flatMap(({ name, userName }) => {
    const parts = lettersOf(name)
    if (parts.every((part) => shared.has(part))) return []
    const long = parts.filter((part) => part.length >= LEAST_PART)
    const own = lettersOf(userName.split('@')[0] ?? '').filter(
      (word) => !parts.includes(word) && long.some((part) => word.startsWith(part) || word.endsWith(part)),
    )
    return [{ name: [name, ...own].join(' ') }]
  })
}
