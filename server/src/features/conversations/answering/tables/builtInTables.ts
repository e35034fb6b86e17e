import type { AskedTable, TableQuestion } from '../../../../engines/builtin/tables/askedTable.ts'
import { mostLikely } from '../../../../engines/builtin/tables/mostLikely.ts'
import { asksToShow } from '../../../../engines/builtin/tables/reading/impliedOperation.ts'
import { tableAnswer, unreadableText, unsureText } from '../../../../engines/builtin/tables/tableAnswer.ts'
import { sqlOf } from '../../../../engines/builtin/tables/tableSql.ts'
import {
  possibleValues,
  type Understanding,
  understand,
} from '../../../../engines/builtin/tables/understand.ts'
import { explicitGroupings, operations } from '../../../../engines/builtin/tables/vocabulary.ts'
import { findPhrase, wordsOf } from '../../../../engines/builtin/tables/words.ts'
import { languageOf } from '../../../../platform/language/languageOf.ts'
import { terms } from '../../../../platform/language/terms.ts'
import { titleOf } from '../../../../platform/language/titleOf.ts'
import { type FileWithTables, QueryFailure } from '../../../knowledge/index.ts'
import { tableCitation } from '../../sources/citations.ts'
import type { Answering } from '../question.ts'
import type { SearchedLibraries } from '../search.ts'
import { shownName } from '../searchTool.ts'
import { type AnswerTables, type DescribedFile, findTables } from './answerTables.ts'
import { beginningOf, evidenceOf, type NamedTable, quoteOf } from './tableEvidence.ts'

/** The files whose tables a question is compared with. */
const MOST_FILES = 10
/** A question that names no calculation is likely about something else. */
const MOST_FILES_IF_IMPLIED = 3
const IMPLIED_MS = 2000
const MOST_LOOKED_UP = 120
const MOST_FOUND = 30
/** What a column or a value in a question counts for. */
const POINTS = 2

/** An answer from a table, a guess that says so, or why there is neither although the question is about a table. */
export type BuiltInTables =
  | { kind: 'Answer' | 'Guess'; text: string; citations: ReturnType<typeof tableCitation>[] }
  | { kind: 'Unsure'; text: string }

interface Candidate {
  described: DescribedFile
  table: NamedTable
  asked: AskedTable
  understood: Exclude<Understanding, { kind: 'None' }>
}

/** Returns what BuiltIn calculates for a question about a table, or null if it isn't about one. */
export async function builtInTables(
  answering: Answering,
  libraries: SearchedLibraries | null,
): Promise<BuiltInTables | null> {
  const { needs, asked, steps, texts } = answering
  const kind = kindOf(asked.question)
  if (!libraries || kind === 'Other') return null
  const found = await foundFiles(answering, libraries)
  const tables = found && (await findTables(needs.knowledge.tables, libraries, found))
  if (!tables) return null
  const { best, unreadable } = await bestOf(answering, tables, kind)
  const isArabic = languageOf(asked.question) === 'ar'
  if (!best) {
    const named = unreadable.find((file) => isNamed(file, asked.question, libraries))
    return named ? { kind: 'Unsure', text: unreadableText(named.fileName, isArabic) } : null
  }
  const { fileName } = best.described.file
  const { understood } = best
  const unsure: BuiltInTables = {
    kind: 'Unsure',
    text: unsureText(understood.kind === 'Unsure' ? understood.rest : [], fileName, isArabic),
  }
  const question = understood.kind === 'Unsure' ? understood.guess : understood.question
  if (!question) return unsure
  try {
    const calculated = await calculate(answering, tables, { ...best, question }, isArabic)
    return calculated ?? (understood.kind === 'Unsure' ? unsure : null)
  } catch (cause) {
    if (!(cause instanceof QueryFailure)) throw cause
    steps.failed('table', texts.queryRefused)
    return unsure
  }
}

/** Returns the files in which words of the question are, the best one first, or null if no file has tables. */
async function foundFiles(
  { needs: { knowledge }, asked: { question } }: Answering,
  libraries: SearchedLibraries,
): Promise<string[] | null> {
  const begun = knowledge.searchIn(libraries, { wordsOnly: true })
  const { passages, hasTables } = await begun.retrieve('linked', question, MOST_FOUND)
  return hasTables ? [...new Set(passages.map(({ fileId }) => fileId))] : null
}

/** Whether a question is likely about a file: an attachment, or one whose name it contains a word of. */
function isNamed(file: FileWithTables, question: string, { attachedIds }: SearchedLibraries): boolean {
  const own = new Set(terms(titleOf(file.fileName).replaceAll('_', ' ')))
  return attachedIds.includes(file.libraryId) || terms(question).some((term) => own.has(term))
}

/** Whether a question names a calculation, or can ask for one without naming it: "Show me the sales per city". */
function kindOf(question: string): 'Named' | 'Implied' | 'Other' {
  const words = wordsOf(question)
  if (operations.some(([, phrase]) => findPhrase(words, phrase) >= 0)) return 'Named'
  return asksToShow(words) || explicitGroupings.some((phrase) => findPhrase(words, phrase) >= 0)
    ? 'Implied'
    : 'Other'
}

/** Returns the table that the question is most likely about. Two that fit equally well make it unsure. */
async function bestOf(
  { asked, steps, texts }: Answering,
  tables: AnswerTables,
  kind: 'Named' | 'Implied',
): Promise<{ best: Candidate | null; unreadable: FileWithTables[] }> {
  const candidates: Candidate[] = []
  const unreadable: FileWithTables[] = []
  const isImplied = kind === 'Implied'
  const limit = isImplied ? AbortSignal.timeout(IMPLIED_MS) : null
  for (const file of tables.files.slice(0, isImplied ? MOST_FILES_IF_IMPLIED : MOST_FILES)) {
    if (limit?.aborted) break
    const described = await within(limit, tables.describe(file)).catch((cause: unknown) => {
      if (!(cause instanceof QueryFailure)) throw cause
      unreadable.push(file)
      return null
    })
    for (const table of described?.tables ?? []) {
      const { as, columns, sheet } = table
      const titles = [titleOf(file.fileName).replaceAll('_', ' '), ...(sheet === null ? [] : [sheet])]
      const one: AskedTable = { as, titles, columns }
      let understood = understand(asked.question, one)
      if (understood.kind === 'Unsure') {
        const found = await lookUp(tables, described!, table, asked.question)
        if (found.length > 0) understood = understand(asked.question, one, found)
      }
      if (isAbout(table, understood))
        candidates.push({ described: described!, table, asked: one, understood })
    }
  }
  const at = mostLikely(candidates.map(({ understood }) => understood))
  const best = candidates[at?.index ?? -1]
  if (!best || !at) return { best: null, unreadable }
  if (at.understood.kind === 'Sure' || at.understood.guess)
    steps.begin('table', texts.querying(shownName(best.described.file.fileName)))
  return { best: { ...best, understood: at.understood }, unreadable }
}

/** Waits no longer than this limit, and returns null if it ends first. */
function within<T>(limit: AbortSignal | null, task: Promise<T>): Promise<T | null> {
  if (!limit) return task
  const late = new Promise<null>((resolve) => limit.addEventListener('abort', () => resolve(null)))
  return Promise.race([task, late])
}

/**
 * Whether a question is about a table. Documents have many words besides those of their tables, so most of a question
 * must be about one.
 */
function isAbout({ place }: NamedTable, understood: Understanding): understood is Candidate['understood'] {
  if (understood.kind === 'Unsure' && understood.isImplied) return false
  if (understood.kind !== 'Unsure' || !place) return understood.kind !== 'None'
  return understood.matched > understood.rest.length * POINTS
}

/** Finds words of the question among the values of columns that have many. */
async function lookUp(
  tables: AnswerTables,
  described: DescribedFile,
  { as, columns }: NamedTable,
  question: string,
): Promise<{ column: string; value: string }[]> {
  const possible = possibleValues(question).slice(0, MOST_LOOKED_UP)
  const long = columns.filter(({ type, values }) => type === 'TEXT' && values === null)
  if (possible.length === 0 || long.length === 0) return []
  const list = possible.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
  const name = (column: string) => `"${column.replaceAll('"', '""')}"`
  const sql = long
    .map(
      (column) =>
        `SELECT '${column.name.replaceAll("'", "''")}', ${name(column.name)} FROM (SELECT DISTINCT ${name(column.name)} FROM ${name(as)} WHERE lower(${name(column.name)}) IN (${list}) LIMIT 20)`,
    )
    .join(' UNION ALL ')
  const result = await tables.query([described], sql)
  return (result?.rows ?? []).map(([column, value]) => ({ column: String(column), value: String(value) }))
}

async function calculate(
  { needs, sources, execution, steps, texts }: Answering,
  tables: AnswerTables,
  { described, table, question }: Candidate & { question: TableQuestion },
  isArabic: boolean,
): Promise<BuiltInTables | null> {
  const { file } = described
  const sql = sqlOf(question)
  const result = await tables.query([described], sql)
  const passage = await needs.knowledge.reading.atPosition(file.fileId, beginningOf(sql, described.tables))
  if (!result || !passage) return null
  const evidence = evidenceOf(sql, result, described.tables)
  const source = sources.addTable(passage, quoteOf(result), evidence)
  if (source === null) return null
  execution.found(sources.tell([source]))
  steps.done('table', texts.queried(shownName(file.fileName), result.rows.length), { input: sql })
  const cited = sources.passages[source - 1]!
  const shownColumns = result.columns.map((_, at) => at).filter((at) => !isAdded(result.columns[at]!, table))
  const text = tableAnswer(
    question,
    {
      fileName: file.fileName,
      heading: table.place && table.sheet,
      rows: table.rows,
      rowsUsed: evidence.rowsUsed,
      columns: shownColumns.map((at) => result.columns[at]!),
      values: result.rows.map((row) => shownColumns.map((at) => row[at]!)),
      isCut: result.isCut,
      source,
    },
    isArabic,
  )
  const kind = question.assumption?.kind === 'Guess' ? 'Guess' : 'Answer'
  return { kind, text, citations: [tableCitation(cited, String(source), evidence)] }
}

/** Whether a column was added to those of the file. */
const isAdded = (name: string, { columns }: NamedTable) =>
  name === 'row_number' || columns.some(({ shown }) => shown === name)
