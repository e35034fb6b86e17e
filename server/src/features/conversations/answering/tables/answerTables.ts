import {
  type FileWithTables,
  type Libraries,
  QueryFailure,
  type QueryRows,
  type TableQueries,
} from '../../../knowledge/index.ts'
import { plain } from '../sources.ts'
import { type NamedTable, shownValue } from './tableEvidence.ts'

/** The files that are described before any query. Others can be queried too. */
const MOST_DESCRIBED = 5
const MOST_LISTED = 30
const TABLE_CHARACTERS = 2500
const DESCRIPTION_CHARACTERS = 10_000
const COLUMN_VALUES = 8
/** How long a question waits for tables that aren't loaded yet. The model can still ask about them later. */
const DESCRIBE_MS = 3000

export interface DescribedFile {
  file: FileWithTables
  tables: NamedTable[]
}

/** The tables that one answer can query, each by a name that no other table of the answer has. */
export interface AnswerTables {
  /** The files with tables, those that the question is likely about first. */
  files: readonly FileWithTables[]
  /** Returns the tables of a file. Throws QueryFailure. */
  describe(file: FileWithTables): Promise<DescribedFile>
  /** Finds a file that the model names by its ID or its name. Null if the question can't use one. */
  find(named: string): Promise<FileWithTables | null>
  /** Runs a query over these files. Null if one of them isn't there anymore. Throws QueryFailure. */
  query(files: readonly DescribedFile[], sql: string): Promise<QueryRows | null>
}

/**
 * Returns the tables of the conversation's attachments and the agent's libraries, or null if there are none.
 * `foundFileIds` are the files in which the question's words were found, the best one first.
 */
export async function findTables(
  queries: TableQueries,
  libraries: Libraries,
  foundFileIds: readonly string[],
): Promise<AnswerTables | null> {
  const files = await queries.files(libraries, { limit: MOST_LISTED, found: foundFileIds })
  if (files.length === 0) return null
  const place = new Map([...new Set(foundFileIds)].map((fileId, at) => [fileId, at]))
  const rank = ({ fileId, libraryId }: FileWithTables) =>
    libraries.attachedIds.includes(libraryId) ? -1 : (place.get(fileId) ?? place.size)
  const taken = new Set<string>()
  const described = new Map<string, Promise<DescribedFile>>()

  async function read(file: FileWithTables): Promise<DescribedFile> {
    const tables = await queries.tablesOf(file)
    return { file, tables: tables.map((table) => ({ ...table, as: freeName(table.name, taken) })) }
  }

  return {
    files: files.toSorted((a, b) => rank(a) - rank(b)),
    describe(file) {
      const known = described.get(file.fileId)
      if (known) return known
      const reading = read(file)
      described.set(file.fileId, reading)
      return reading
    },
    async find(named) {
      const wanted = named.trim().toLowerCase()
      const listed = files.find(
        ({ fileId, fileName }) => fileId === wanted || fileName.toLowerCase() === wanted,
      )
      if (listed || !isId(wanted)) return listed ?? null
      return (await queries.files(libraries, { limit: 1, fileIds: [wanted] }))[0] ?? null
    },
    query: (queried, sql) =>
      queries.query(
        libraries,
        queried.map(({ file, tables }) => ({
          fileId: file.fileId,
          names: tables.map(({ name, as }) => ({ table: name, as })),
        })),
        sql,
      ),
  }
}

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let at = 2; taken.has(free); at += 1) free = `${name}_${at}`
  taken.add(free)
  return free
}

/** Describes the tables that the question is likely about, as far as they are loaded soon. */
export async function describeTables({ files, describe }: AnswerTables): Promise<string> {
  const limit = AbortSignal.timeout(DESCRIBE_MS)
  const late = new Promise<null>((resolve) => limit.addEventListener('abort', () => resolve(null)))
  const texts = await Promise.all(
    files.slice(0, MOST_DESCRIBED).map(async (file) => {
      const described = await Promise.race([describe(file).catch(failureOf), late])
      return described instanceof QueryFailure ? unreadableText(file) : describedText(file, described)
    }),
  )
  const rest = files.slice(MOST_DESCRIBED).map((file) => describedText(file, null))
  let text = ''
  for (const one of [...texts, ...rest])
    if (one !== '' && text.length + one.length < DESCRIPTION_CHARACTERS)
      text += `${text === '' ? '' : '\n\n'}${one}`
  return text
}

function failureOf(cause: unknown): QueryFailure {
  if (cause instanceof QueryFailure) return cause
  throw cause
}

const aboutFile = ({ fileName, fileId }: FileWithTables) => `${plain(fileName)} (fileId ${fileId})`

const unreadableText = (file: FileWithTables) =>
  `${aboutFile(file)}: its tables can’t be queried. Passages are only a part of it, so say that counts and sums aren’t possible.`

/** Describes the tables of a file for the writer of queries, or only names it if they aren't known yet. */
export function describedText(file: FileWithTables, described: DescribedFile | null): string {
  const about = aboutFile(file)
  if (!described) return `${about}: call query_table with only this file to see its tables.`
  return described.tables
    .map((table) => {
      const place = placeText(table)
      const leftOut =
        table.leftOut > 0 ? ` Left out: ${table.leftOut} rows with sums of others, such as “Total”.` : ''
      const columns = table.columns.map(columnText)
      const sample = table.sample.map((row) => row.map(plain).join(' | '))
      const text = [
        `${about}${place}, table ${table.as}: ${table.rows} rows, row_number ${table.firstRow} to ${table.lastRow}.${leftOut}`,
        ...columns,
        'First rows:',
        ...sample,
      ].join('\n')
      return text.length > TABLE_CHARACTERS ? `${text.slice(0, TABLE_CHARACTERS)}…` : text
    })
    .join('\n\n')
}

/** Returns where a table is in its file. */
function placeText({ sheet, place }: NamedTable): string {
  const name = sheet === null ? '' : `, ${place ? 'below' : 'sheet'} ${plain(sheet)}`
  if (!place) return name
  const page = place.page === null ? '' : `, ${place.slide === null ? 'page' : 'slide'} ${place.page}`
  return `${page}${name}${place.number === null ? '' : `, number ${place.number} in the document`}`
}

function columnText({
  name,
  title,
  type,
  unit,
  shown,
  values,
  least,
  greatest,
}: NamedTable['columns'][number]): string {
  const range = least === null ? '' : `, ${shownValue(least)} to ${shownValue(greatest)}`
  const list =
    values === null || values.length === 0
      ? ''
      : `, ${values.length > COLUMN_VALUES ? 'such as ' : ''}${values.slice(0, COLUMN_VALUES).map(plain).join('; ')}`
  return [
    `- ${name} ${type}`,
    title.toLowerCase() === name ? '' : ` “${plain(title)}”`,
    unit === '%' ? ' (shares: 25% is 0.25)' : unit === '' ? '' : ` (${unit})`,
    type === 'BOOLEAN' ? ' (1 or 0)' : range,
    list,
    shown === null ? '' : `; as displayed: ${shown}`,
  ].join('')
}
