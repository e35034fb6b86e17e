/**
 * Reads what the project's tests, injections, and benchmarks claim to cover: the IDs in brackets at the start
 * of a title.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
/** A line of docs/requirements.md, or a row of docs/threats.md. */
const ID = String.raw`\[(?:R-\d-\d{3}|[ABFS]\d{1,2}[a-z]?)\]`
const TITLE = String.raw`(['"${'`'}])(${ID}(?:\\.|(?!\1)[\s\S])*)\1`
export const MOST_IN_A_TITLE = 4

/** U units, H over HTTP, B in a browser; V is a reviewed screenshot. */
export type Letter = 'U' | 'H' | 'B' | 'V'

export interface NamedTest {
  file: string
  title: string
  ids: string[]
  letter: Letter
  skipped: boolean
  asserts: boolean
}

export const idsIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(ID, 'g'))].map(([id]) => id.slice(1, -1))

function filesBelow(folder: string, pattern: RegExp): string[] {
  if (!existsSync(path.join(root, folder))) return []
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name === 'dist' ? [] : filesBelow(name, pattern)
    return pattern.test(entry.name) ? [name] : []
  })
}

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

function letterOf(file: string): Letter {
  if (file.startsWith('e2e/')) return 'B'
  return file.endsWith('.http.test.ts') ? 'H' : 'U'
}

/**
 * Returns the tests of a file whose titles start with IDs. A title is the first string of a call; its body ends
 * with the call.
 */
export function testsIn(file: string, text: string): NamedTest[] {
  return [...text.matchAll(new RegExp(String.raw`\(\s*${TITLE}`, 'g'))].map((match) => {
    // Searches up to the title's own parenthesis, because a `test.each` table can come between the word and the
    // title.
    const call = [...text.slice(0, match.index + 1).matchAll(/\b(?:test|it)(?:\.(\w+))?\s*\(/g)].at(-1)
    return {
      file,
      title: match[2] ?? '',
      ids: idsIn(match[2] ?? ''),
      letter: letterOf(file),
      skipped: /^(skip|todo|fails|skipIf|runIf)$/.test(call?.[1] ?? '') || insideSkipped(text, match.index),
      asserts: /\bexpect\w*\s*[.(]/.test(bodyAfter(text, match.index + match[0].length)),
    }
  })
}

/** Returns the rest of a call's arguments, from the end of its title to its closing parenthesis. */
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

export const allTests = (): NamedTest[] =>
  ['contract', 'server', 'web/src', 'tools', 'bench', 'e2e']
    .flatMap((folder) => filesBelow(folder, /\.test\.tsx?$/))
    .flatMap((file) => testsIn(file, textOf(file)))

/** Returns the errors common to all tests that name something. */
export function titleErrors(test: NamedTest, named: string[]): string[] {
  const where = `${test.file}: "${test.title}"`
  return [
    ...(named.length > MOST_IN_A_TITLE
      ? [`${where} names ${named.length}, more than ${MOST_IN_A_TITLE}`]
      : []),
    ...(test.skipped ? [`${where} is skipped`] : []),
    ...(test.asserts ? [] : [`${where} asserts nothing`]),
  ]
}

/** Returns the IDs that a program names: in strings that start with one, and in its head comment. */
export function idsOfProgram(text: string): string[] {
  const head = /^\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? ''
  const names = [...text.matchAll(new RegExp(TITLE, 'g'))].map((match) => match[2] ?? '')
  return [head, ...names].flatMap(idsIn)
}

/** Fault injections, benchmarks, and checks, with the IDs that they name. */
export const allPrograms = (): { file: string; ids: string[] }[] =>
  ['bench', 'tools']
    .flatMap((folder) => filesBelow(folder, /^(?!.*\.test\.ts$).*\.ts$/))
    .map((file) => ({ file, ids: idsOfProgram(textOf(file)) }))
