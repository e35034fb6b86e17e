import { csvHead, csvLine } from '@parlance/contract/csv'
import { limits } from '@parlance/contract/limits'
import { CaseInput, type importProblems } from '@parlance/contract/performanceTests'
import papaparse from 'papaparse'
import { AppError } from '../../../platform/errors.ts'
import type { CaseFields } from './casesStore.ts'

/** A file that a case has to cite as it is named in a file of cases: its ID, name, or path, and a page. */
interface NamedCitation {
  file: string
  page: number | null
}

export interface ReadCase {
  /** From 1, as in the file. */
  line: number
  fields: Omit<CaseFields, 'expectedCitations'>
  citations: NamedCitation[]
}

export interface Problem {
  line: number
  column: string | null
  code: (typeof importProblems)[number]
  fileName: string | null
  message: string
}

const problem = (line: number, column: string | null, code: Problem['code'], message: string): Problem => ({
  line,
  column,
  code,
  fileName: null,
  message,
})

export interface CaseFile {
  format: 'Csv' | 'JsonLines'
  cases: ReadCase[]
  problems: Problem[]
}

/** The columns of a CSV file, in the order in which they are exported. Lists have an entry on each line of their cell. */
const columns = [
  'question',
  'turns',
  'expectedFacts',
  'forbidden',
  'expectedCitations',
  'expectRefusal',
  'weight',
  'tags',
] as const
type Column = (typeof columns)[number]
const lists: readonly Column[] = ['turns', 'expectedFacts', 'forbidden', 'expectedCitations', 'tags']

const isList = (column: Column) => lists.includes(column)
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}]/gu, '')
const LONGEST_NAME = 100
const columnOf = (name: string): Column | null =>
  name.length > LONGEST_NAME ? null : (columns.find((one) => plain(one) === plain(name)) ?? null)

/** One more than a test can have, so that a longer file is noticed without reading all of it. */
const MOST_LINES = limits.performanceCases + 1

/**
 * Reads cases from CSV with a head line, from text copied out of a spreadsheet, or from JSON Lines. Throws
 * `performanceTest.file` if it is none of them, and `performanceTest.tooManyCases`.
 */
export function readCaseFile(bytes: Buffer): CaseFile {
  const text = decoded(bytes)
  if (text.trim() === '') throw new AppError('performanceTest.file')
  const read = text.trimStart().startsWith('{') ? readJsonLines(text) : readCsv(text)
  if (read.cases.length + linesWithProblems(read.problems) > limits.performanceCases)
    throw new AppError('performanceTest.tooManyCases')
  return read
}

export const linesWithProblems = (problems: readonly Problem[]): number =>
  new Set(problems.filter(({ line }) => line > 1).map(({ line }) => line)).size

function decoded(bytes: Buffer): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('performanceTest.encoding', { cause })
  }
}

/** Every column is compared with those that are known, so a line of nothing but separators would take minutes. */
const MOST_COLUMNS = 100
/** The head line is within the first characters. */
const MOST_HEAD = 100_000

function readCsv(text: string): CaseFile {
  // Lines of a cell count, so the lines of rows are counted here.
  const options = { delimiter: delimiterOf(text), preview: MOST_LINES + 1, skipEmptyLines: false }
  const { data, errors } = papaparse.parse<string[]>(text, options)
  const [head = [], ...rows] = data
  if (head.length > MOST_COLUMNS) throw new AppError('performanceTest.file')
  const found = head.map(columnOf)
  if (!found.includes('question')) throw new AppError('performanceTest.file')
  const problems: Problem[] = head.flatMap((name, at) =>
    found[at] || name.trim() === ''
      ? []
      : [
          problem(
            1,
            name.slice(0, LONGEST_NAME),
            'UnknownColumn',
            'This column isn’t known, so it is left out.',
          ),
        ],
  )
  const cases: ReadCase[] = []
  let line = 1 + linesOf(head)
  for (const [at, cells] of rows.entries()) {
    const here = line
    line += linesOf(cells)
    if (cells.every((cell) => cell.trim() === '')) continue
    const broken = errors.find(({ row }) => row === at + 1)
    if (broken) {
      problems.push(problem(here, null, 'Quotes', 'The quotation marks of this line don’t match.'))
      continue
    }
    const given: Record<string, unknown> = {}
    for (const [place, column] of found.entries()) {
      const cell = cells[place] ?? ''
      if (column !== null && cell.trim() !== '') given[column] = cellValue(column, unescaped(cell))
    }
    add(given, here, cases, problems)
  }
  return { format: 'Csv', cases, problems }
}

/** A head with one column says nothing about what separates columns, so commas in questions separate nothing. */
const NO_DELIMITER = papaparse.UNIT_SEP

/** Returns what separates the columns: whatever finds most of them in the head. */
function delimiterOf(whole: string): string {
  const text = whole.slice(0, MOST_HEAD)
  const found = [',', '\t', ';', '|'].map((delimiter) => {
    const [head = []] = papaparse.parse<string[]>(text, { delimiter, preview: 1 }).data
    return { delimiter, columns: head.length > 1 ? head.filter(columnOf).length : 0 }
  })
  const best = found.reduce((one, other) => (other.columns > one.columns ? other : one))
  return best.columns > 0 ? best.delimiter : NO_DELIMITER
}

const linesOf = (cells: readonly string[]) =>
  1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)

/** Removes what an export puts before what a spreadsheet would take for a formula. */
const unescaped = (cell: string) => cell.replace(/(^|[;\t\r\n])'(?=\s*[=+\-@|＝＋－＠])/gu, '$1')

function cellValue(column: Column, cell: string): unknown {
  if (isList(column))
    return cell
      .split(/\r\n|\r|\n/)
      .map((one) => one.trim())
      .filter((one) => one !== '')
  const value = cell.trim()
  if (column === 'weight') return /^\d+$/.test(value) ? Number(value) : value
  if (column === 'expectRefusal') {
    if (/^(true|yes|1|x|نعم)$/iu.test(value)) return true
    return /^(false|no|0|لا)$/iu.test(value) ? false : value
  }
  return value
}

function readJsonLines(text: string): CaseFile {
  const problems: Problem[] = []
  const cases: ReadCase[] = []
  for (const [at, given] of firstLines(text).entries()) {
    if (given.trim() === '') continue
    const line = at + 1
    try {
      const value: unknown = JSON.parse(given)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError()
      add(value as Record<string, unknown>, line, cases, problems)
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
      problems.push(problem(line, null, 'NotAnObject', 'This line isn’t a JSON object.'))
    }
  }
  return { format: 'JsonLines', cases, problems }
}

/** Returns as many lines as can be cases, and some more. */
const firstLines = (text: string) => text.split(/\r\n|\n/, 2 * MOST_LINES)

function add(given: Record<string, unknown>, line: number, cases: ReadCase[], problems: Problem[]): void {
  const { expectedCitations = [], ...rest } = given
  const named = Array.isArray(expectedCitations) ? expectedCitations.map(namedCitation) : [null]
  const parsed = CaseInput.safeParse(rest)
  const found = parsed.success ? [] : parsed.error.issues
  for (const { path, message, code } of found) {
    const column = path[0] === undefined ? unknownKey(rest) : String(path[0])
    problems.push(
      code === 'unrecognized_keys'
        ? problem(line, column, 'UnknownField', 'This field isn’t known.')
        : problem(line, column, 'Value', message),
    )
  }
  if (named.includes(null) || named.length > limits.expectedTexts)
    problems.push(
      problem(
        line,
        'expectedCitations',
        'Citations',
        `Name up to ${limits.expectedTexts} files, each by its ID, name, or path, with a page as in “Travel policy.pdf#page=4”.`,
      ),
    )
  else if (parsed.success)
    cases.push({ line, fields: parsed.data, citations: named.filter((one) => one !== null) })
}

const unknownKey = (given: object) => Object.keys(given).find((key) => columnOf(key) === null) ?? null

/** The database takes no NUL characters. */
const isNamed = (file: string) => file.trim() !== '' && !file.includes('\u0000')

const PAGE = /#page=(\d{1,6})$/

function namedCitation(value: unknown): NamedCitation | null {
  if (typeof value === 'string') {
    const page = PAGE.exec(value)
    const file = value.replace(PAGE, '').trim()
    return isNamed(file) ? { file, page: page ? Number(page[1]) : null } : null
  }
  if (typeof value !== 'object' || value === null) return null
  const { fileId, file = fileId, page = null } = value as Record<string, unknown>
  if (typeof file !== 'string' || !isNamed(file)) return null
  if (page !== null && !(typeof page === 'number' && Number.isInteger(page) && page > 0)) return null
  return { file: file.trim(), page }
}

/** A case as it is exported: its files by their IDs, which don’t change. */
type WrittenCase = Omit<CaseFields, 'expectedCitations'> & {
  expectedCitations: readonly { fileId: string; page: number | null }[]
}

const writtenCitation = ({ fileId, page }: WrittenCase['expectedCitations'][number]) =>
  page === null ? fileId : `${fileId}#page=${page}`

export function csvOf(cases: readonly WrittenCase[]): string {
  const lines = cases.map((one) =>
    csvLine(
      columns.map((column) => {
        if (column === 'expectedCitations') return one.expectedCitations.map(writtenCitation).join('\n')
        const value = one[column]
        if (Array.isArray(value)) return value.join('\n')
        return typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value as string | number)
      }),
    ),
  )
  return [csvHead(columns), ...lines].join('')
}

export const jsonLinesOf = (cases: readonly WrittenCase[]): string =>
  cases
    .map((one) => {
      const fields = Object.fromEntries(columns.map((column) => [column, one[column]]))
      return `${JSON.stringify({ ...fields, expectedCitations: one.expectedCitations.map(writtenCitation) })}\n`
    })
    .join('')
