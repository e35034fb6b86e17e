/**
 * Which requirements are named by a test, and which are not. Fails where a title names more than four or an unknown
 * one, a test that names one is skipped or asserts nothing, or its suite is not of the line's letter: U units, H over
 * HTTP, B in a browser. A line marked V alone is named by a unit test or by a line of docs/looked-at.md.
 *   node tools/requirements.ts [--missing | --sum] [R-4-034 …]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const MOST_IN_A_TITLE = 4
type Letter = 'U' | 'H' | 'B' | 'V'

interface NamedTest {
  file: string
  title: string
  ids: string[]
  letter: Letter
  skipped: boolean
  asserts: boolean
}

function requirements(): Map<string, { letters: Letter[]; text: string }> {
  const lines = readFileSync(path.join(root, 'docs/requirements.md'), 'utf8').split('\n')
  const found = lines
    .map((line) => /^- (R-\d-\d{3}) \[([UHBV]+)\] (.*)$/.exec(line))
    .filter((match) => match !== null)
  return new Map(
    found.map(([, id = '', letters = '', text = '']) => [id, { letters: [...letters] as Letter[], text }]),
  )
}

function testFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name === 'dist' ? [] : testFiles(name)
    return /\.test\.tsx?$/.test(entry.name) ? [name] : []
  })
}

function letterOf(file: string): Letter {
  if (file.startsWith('e2e/')) return 'B'
  return file.endsWith('.http.test.ts') ? 'H' : 'U'
}

/** The tests of a file that name requirements. A title is the first string of a call; its body ends with the call. */
function namedTests(file: string): NamedTest[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const found: NamedTest[] = []
  for (const match of text.matchAll(/\(\s*(['"`])(\[R-\d-\d{3}\](?:\\.|(?!\1)[\s\S])*)\1/g)) {
    const title = match[2] ?? ''
    // Up to the title's own bracket: tables of `test.each` stand between the word and the title.
    const call = [...text.slice(0, match.index + 1).matchAll(/\b(?:test|it)(?:\.(\w+))?\s*\(/g)].at(-1)
    found.push({
      file,
      title,
      ids: [...title.matchAll(/\[(R-\d-\d{3})\]/g)].map((one) => one[1] ?? ''),
      letter: letterOf(file),
      skipped: /^(skip|todo|fails|skipIf|runIf)$/.test(call?.[1] ?? '') || insideSkipped(text, match.index),
      asserts: /\bexpect\w*\s*[.(]/.test(bodyAfter(text, match.index + match[0].length)),
    })
  }
  return found
}

/** The rest of a call's arguments, from the end of its title to its closing bracket. */
function bodyAfter(text: string, from: number): string {
  let depth = 1
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(from, at)
  }
  return text.slice(from)
}

function insideSkipped(text: string, at: number): boolean {
  return /describe\.(skip|todo)/.test(text.slice(0, at))
}

const known = requirements()
const tests = ['contract', 'server', 'web/src', 'tools', 'bench', 'e2e']
  .filter((folder) => existsSync(path.join(root, folder)))
  .flatMap(testFiles)
  .flatMap(namedTests)
const faults: string[] = []
const named = new Map<string, Set<Letter>>()

for (const test of tests) {
  const where = `${test.file}: "${test.title}"`
  if (test.ids.length > MOST_IN_A_TITLE)
    faults.push(`${where} names ${test.ids.length} requirements, more than ${MOST_IN_A_TITLE}`)
  if (test.skipped) faults.push(`${where} is skipped`)
  if (!test.asserts) faults.push(`${where} asserts nothing`)
  for (const id of test.ids) {
    const line = known.get(id)
    if (!line) faults.push(`${where} names ${id}, which is no requirement`)
    // What a picture shows may be computed as well.
    else if (!line.letters.includes(test.letter) && !(line.letters.includes('V') && test.letter === 'U')) {
      faults.push(`${where} is a ${test.letter} test, and ${id} is checked by ${line.letters.join(', ')}`)
    } else named.set(id, (named.get(id) ?? new Set<Letter>()).add(test.letter))
  }
}
const lookedAt = path.join(root, 'docs/looked-at.md')
for (const match of existsSync(lookedAt) ? readFileSync(lookedAt, 'utf8').matchAll(/R-\d-\d{3}/g) : []) {
  named.set(match[0], (named.get(match[0]) ?? new Set<Letter>()).add('V'))
}

/** The letters of a line that no test has yet. A picture's letter is also kept by the test that computes it. */
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
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.stdout.write(
  `${whole.length} of ${shown.length} requirements are named by a test of each of their letters, ${faults.length} faults\n`,
)
process.exitCode = faults.length === 0 ? 0 : 1
