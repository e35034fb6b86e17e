/**
 * Shows which requirements are named by a test, and which aren't. Fails if a title names more than four or an
 * unknown one, or if a test that names one is skipped or asserts nothing. Also fails if its suite doesn't match
 * the line's letter: U units, H over HTTP, B in a browser. A line marked only V is named by a unit test or by a
 * line of docs/looked-at.md.
 *   node tools/requirements.ts [--missing | --sum] [R-4-034 …]
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { allTests, type Letter, titleErrors } from './titles.ts'

const root = path.join(import.meta.dirname, '..')

function requirements(): Map<string, { letters: Letter[]; text: string }> {
  const lines = readFileSync(path.join(root, 'docs/requirements.md'), 'utf8').split('\n')
  const found = lines
    .map((line) => /^- (R-\d-\d{3}) \[([UHBV]+)\] (.*)$/.exec(line))
    .filter((match) => match !== null)
  return new Map(
    found.map(([, id = '', letters = '', text = '']) => [id, { letters: [...letters] as Letter[], text }]),
  )
}

const known = requirements()
const tests = allTests()
  .map((test) => ({ ...test, ids: test.ids.filter((id) => id.startsWith('R-')) }))
  .filter(({ ids }) => ids.length > 0)
const errors: string[] = []
const named = new Map<string, Set<Letter>>()

for (const test of tests) {
  const where = `${test.file}: "${test.title}"`
  errors.push(...titleErrors(test, test.ids))
  for (const id of test.ids) {
    const line = known.get(id)
    if (!line) errors.push(`${where} names ${id}, which isn't a requirement`)
    // What a picture shows can also be computed by a unit test.
    else if (!line.letters.includes(test.letter) && !(line.letters.includes('V') && test.letter === 'U')) {
      errors.push(`${where} is a ${test.letter} test, but ${id} requires ${line.letters.join(', ')}`)
    } else named.set(id, (named.get(id) ?? new Set<Letter>()).add(test.letter))
  }
}
const lookedAt = path.join(root, 'docs/looked-at.md')
for (const match of existsSync(lookedAt) ? readFileSync(lookedAt, 'utf8').matchAll(/R-\d-\d{3}/g) : []) {
  named.set(match[0], (named.get(match[0]) ?? new Set<Letter>()).add('V'))
}

/**
 * Returns the letters of a line that no test covers yet. A picture's letter is also covered by the test that
 * computes it.
 */
function missingLetters(id: string): Letter[] {
  const has = named.get(id) ?? new Set<Letter>()
  const letters = known.get(id)?.letters ?? []
  return letters.filter((letter) => !has.has(letter) && !(letter === 'V' && has.size > 0))
}

const asked = process.argv.slice(2).filter((word) => known.has(word))
const shown = asked.length > 0 ? asked : [...known.keys()]
const whole = shown.filter((id) => missingLetters(id).length === 0)
for (const id of shown) {
  const missing = missingLetters(id)
  const mark = missing.length === 0 ? 'named' : `needs ${missing.join(', ')}`
  const isListed =
    !process.argv.includes('--sum') && (missing.length > 0 || !process.argv.includes('--missing'))
  if (isListed) process.stdout.write(`${id} ${mark.padEnd(12)} ${known.get(id)?.text}\n`)
}
for (const error of errors) process.stderr.write(`${error}\n`)
process.stdout.write(
  `${whole.length} of ${shown.length} requirements have a test for each of their letters, ${errors.length} errors\n`,
)
process.exitCode = errors.length === 0 ? 0 : 1
