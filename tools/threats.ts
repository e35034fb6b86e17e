/**
 * Shows which rows of docs/threats.md are covered by a test, fault injection, benchmark, or check that names
 * them. Fails if a row is neither covered nor excused, or both. Also fails if a title names an unknown row or
 * more than four, or if a test that names one is skipped or asserts nothing.
 *   node tools/threats.ts [--sum | --missing]
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { allPrograms, allTests, type NamedTest, titleErrors } from './titles.ts'

export interface Threat {
  id: string
  text: string
  /** Why nothing covers it: `not yet`, `by hand`, or `elsewhere`; null if something must. */
  excuse: string | null
}

/**
 * Parses the rows of the document: `- A1 what is tried → what results`, or `- A1 (not yet) what is tried: why`.
 */
export function threatsOf(document: string): Threat[] {
  return [...document.matchAll(/^- ([ABFS]\d{1,2}[a-z]?) (?:\((not yet|by hand|elsewhere)\) )?(.+)$/gm)].map(
    ([, id = '', excuse, text = '']) => ({ id, excuse: excuse ?? null, text }),
  )
}

const isThreat = (id: string) => !id.startsWith('R-')

/** Returns the errors, given which file names which row. */
export function threatErrors(threats: Threat[], named: { file: string; ids: string[] }[]): string[] {
  const known = new Set(threats.map(({ id }) => id))
  const shown = new Set(named.flatMap(({ ids }) => ids).filter(isThreat))
  return [
    ...threats
      .filter(({ id }, index) => threats.findIndex((other) => other.id === id) !== index)
      .map(({ id }) => `${id} appears twice in docs/threats.md`),
    ...threats.flatMap(({ id, excuse, text }) => {
      if (excuse === null) return shown.has(id) ? [] : [`${id} isn't named by any test: ${text}`]
      if (shown.has(id)) return [`${id} is excused but named by a test`]
      return text.includes(': ') ? [] : [`${id} is excused without a reason`]
    }),
    ...named.flatMap(({ file, ids }) =>
      ids
        .filter((id) => isThreat(id) && !known.has(id))
        .map((id) => `${file} names ${id}, which isn't a row`),
    ),
  ]
}

export const testErrors = (tests: NamedTest[]): string[] =>
  tests.flatMap((test) => {
    const rows = test.ids.filter(isThreat)
    return rows.length > 0 ? titleErrors(test, rows) : []
  })

function main(): void {
  const document = readFileSync(path.join(import.meta.dirname, '../docs/threats.md'), 'utf8')
  const threats = threatsOf(document)
  const [tests, programs] = [allTests(), allPrograms()]
  const named = [...tests, ...programs]
  const errors = [...threatErrors(threats, named), ...testErrors(tests)]
  const filesOf = (id: string) => [
    ...new Set(named.filter(({ ids }) => ids.includes(id)).map(({ file }) => file)),
  ]
  if (!process.argv.includes('--sum'))
    for (const { id, excuse } of threats) {
      const files = filesOf(id)
      if (!process.argv.includes('--missing') || (excuse === null && files.length === 0))
        process.stdout.write(`${id.padEnd(5)} ${excuse ?? files.join(', ')}\n`)
    }
  for (const error of errors) process.stderr.write(`${error}\n`)
  const excused = threats.filter(({ excuse }) => excuse !== null).length
  process.stdout.write(
    `${threats.length} rows: ${threats.filter(({ id }) => filesOf(id).length > 0).length} tested, ${excused} excused, ${errors.length} errors\n`,
  )
  process.exitCode = errors.length === 0 ? 0 : 1
}

if (import.meta.main) main()
