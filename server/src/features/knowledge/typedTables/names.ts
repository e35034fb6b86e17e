/** The column of each table with the number of the row in its sheet. */
export const ROW_NUMBER = 'row_number'

const LONGEST = 60
/** Words of SQL that can't be used as a name. */
const keywords = new Set(
  `add all alter and as asc between by case check collate commit constraint create cross current default delete
  desc distinct drop else end escape except exists from full glob group having in index inner insert intersect into
  is isnull join left like limit match natural not notnull null offset on or order outer over partition primary
  references regexp returning right row rows select set table then to transaction union unique update using values
  view when where window with`.split(/\s+/),
)

/** Returns a name that can be written in SQL without quotes, whatever the language. */
export function safeName(title: string, otherwise: string): string {
  const name = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, LONGEST)
    .replace(/[\ud800-\udbff]$/, '')
  if (name === '') return otherwise
  return /^\p{N}/u.test(name) || keywords.has(name) ? `_${name}` : name
}

/** Returns a name that isn't among those that are taken, and takes it. SQL doesn't distinguish cases. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name
  for (let at = 2; taken.has(unique); at += 1) unique = `${name}_${at}`
  taken.add(unique)
  return unique
}

/** Returns a column as spreadsheet programs name it: A, B, … Z, AA. */
export function columnLetters(at: number): string {
  const rest = Math.floor(at / 26) - 1
  return (rest >= 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + (at % 26))
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
