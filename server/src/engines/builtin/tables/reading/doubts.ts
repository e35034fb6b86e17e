import type { TableColumn } from '../askedTable.ts'
import { connectors, prepositions, toDoPhrases } from '../vocabulary.ts'
import { findPhrase } from '../words.ts'
import type { QuestionReading, ValuePlace } from './questionReading.ts'

const greetings: ReadonlySet<string> = new Set(['hi', 'hello', 'please', 'and'])

/** Whether words that were understood, or are without meaning elsewhere, could change what the question asks. */
export const isDoubtful = (read: QuestionReading): boolean => asksWhatIsToDo(read) || mixesValues(read)

/** "to be paid", "should be shipped", "do we need": what isn't so yet, and columns don't say. */
function asksWhatIsToDo(read: QuestionReading): boolean {
  const { words } = read
  if (toDoPhrases.some((phrase) => findPhrase(words, phrase) >= 0)) return true
  return words.some(({ plain, used }, at) => {
    if (used || !['need', 'needs', 'needed', 'needing'].includes(plain)) return false
    // "I need to know how many …", "we need the total".
    const isAsking =
      ['i', 'we'].includes(words[at - 1]?.plain ?? '') && (at === 1 || greetings.has(words[at - 2]!.plain))
    return !isAsking
  })
}

/** "from IT to Sales", "in IT handle Sales": two values of a column that aren't just added together. */
function mixesValues(read: QuestionReading): boolean {
  const columns = new Set(read.valuePlaces.map(({ column }) => column))
  return [...columns].some((column) => isMixed(read, column))
}

function isMixed(read: QuestionReading, column: TableColumn): boolean {
  const places = read.valuePlaces.filter((one) => one.column === column).toSorted((a, b) => a.at - b.at)
  if (places.length < 2) return false
  const { words } = read
  // Who is in both is in few rows, or in none.
  const isCount = read.operations.some(({ operation }) => operation === 'Count' || operation === 'Distinct')
  if (isCount && words.some(({ plain }) => ['both', 'كلا', 'كلتا', 'معا'].includes(plain))) return true
  const first = prepositionBefore(read, places[0]!)
  return places.some((place, index) => {
    const before = places[index - 1]
    if (!before) return false
    // "in IT, and how many in Sales" asks twice.
    if (read.operations.some(({ at }) => at > before.at && at < place.at)) return true
    return words
      .slice(before.at + before.count, place.at)
      .some(
        ({ plain, used }) => !used && !connectors.has(plain) && !(prepositions.has(plain) && plain === first),
      )
  })
}

function prepositionBefore({ words }: QuestionReading, { at }: ValuePlace): string {
  let before = at - 1
  while (['the', 'both', 'either', 'neither'].includes(words[before]?.plain ?? '')) before -= 1
  return words[before]?.plain ?? ''
}
