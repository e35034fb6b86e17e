import { constants, DatabaseSync, type StatementSync } from 'node:sqlite'
import { quoted, ROW_NUMBER } from './names.ts'
import { basisOf, singleQuery } from './sqlText.ts'
import type { QueryRows, Value } from './tableMessages.ts'

const MOST_ROWS = 200
const MOST_RESULT_CHARACTERS = 200_000
/** A longer value is cut. */
const VALUE_CHARACTERS = 1000
/** Counting the rows that were used must not take a finished query over its time limit. */
const COUNT_WITHIN_MS = 3000
/** What one query can need. Most limits keep texts small that would take long to compile, or to build. */
const queryLimits = {
  length: 1_000_000,
  sqlLength: 20_000,
  exprDepth: 100,
  compoundSelect: 50,
  functionArg: 100,
  likePatternLength: 1000,
  variableNumber: 0,
}

/** Functions of values, dates, and groups. Others can read files, load programs, or tell about the process. */
const functions = new Set(
  `abs acos asin atan atan2 avg ceil ceiling changes char coalesce concat concat_ws cos count cume_dist date datetime
  degrees dense_rank exp first_value floor format glob group_concat hex if ifnull iif instr json_array
  json_group_array json_object julianday lag last_value lead length like likelihood likely ln log log10 log2 lower
  ltrim max median min mod nth_value ntile nullif octet_length percent_rank percentile percentile_cont
  percentile_disc pi pow power printf quote radians random rank replace round row_number rtrim sign sin sqrt
  strftime string_agg substr substring sum tan time timediff total trim trunc typeof unhex unicode unixepoch unlikely
  upper`.split(/\s+/),
)
/** Tables of the database about itself. */
const internal = /^(?:sqlite_|pragma_|dbstat|bytecode|tables_used|json_|fts|rtree)/i

/** A query that can't be run, with a message for its writer. */
export class RefusedQuery extends Error {}

/** The tables of a loaded file, in a database in memory, and the names that the query uses for them. */
export interface QueriedFile {
  uri: string
  names: readonly { table: string; as: string }[]
}

/**
 * Runs one query over these files, which can only read them. Each query has a connection of its own that knows no other
 * files, so that no text of a query can reach them.
 */
export function runQuery(files: readonly QueriedFile[], text: string): QueryRows {
  const sql = singleQuery(text)
  if (sql === null) throw new RefusedQuery('Only a single SELECT statement can be run.')
  const begun = performance.now()
  const db = new DatabaseSync(':memory:', { limits: { ...queryLimits, attach: files.length } } as object)
  try {
    // Nothing is written to disk, not even the rows that a large ORDER BY sorts.
    db.exec('pragma temp_store = memory')
    files.forEach(({ uri, names }, at) => {
      db.exec(`attach '${uri}' as file_${at}`)
      for (const { table, as } of names)
        db.exec(`create temp view ${quoted(as)} as select * from file_${at}.${quoted(table)}`)
    })
    db.exec('pragma query_only = 1')
    const views = new Map(
      files.flatMap(({ names }) => names.map(({ as }) => [as.toLowerCase(), as] as const)),
    )
    const read = new Map<string, Set<string>>()
    db.setAuthorizer((action, first, second, schema) => {
      const view = schema === 'temp' ? views.get((first ?? '').toLowerCase()) : undefined
      if (action === constants.SQLITE_READ && view !== undefined) note(read, view, second)
      return authorize(action, first, second)
    })
    const statement = db.prepare(sql)
    const seen = [...read].map(([table, columns]) => ({ table, columns: [...columns] }))
    const result = rowsOf(statement)
    const isQuick = performance.now() - begun < COUNT_WITHIN_MS
    return { ...result, read: seen, used: isQuick ? usedRows(db, sql, views) : null }
  } catch (cause) {
    if (cause instanceof RefusedQuery) throw cause
    throw new RefusedQuery(cause instanceof Error ? cause.message : 'The query failed.', { cause })
  } finally {
    db.close()
  }
}

function authorize(action: number, first: string | null, second: string | null): number {
  const { SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE, SQLITE_OK, SQLITE_DENY } = constants
  if (action === SQLITE_SELECT || action === SQLITE_RECURSIVE) return SQLITE_OK
  if (action === SQLITE_FUNCTION) return functions.has((second ?? '').toLowerCase()) ? SQLITE_OK : SQLITE_DENY
  return action === SQLITE_READ && !internal.test(first ?? '') ? SQLITE_OK : SQLITE_DENY
}

function note(read: Map<string, Set<string>>, table: string, column: string | null): void {
  const columns = read.get(table) ?? new Set()
  read.set(table, columns)
  if (column) columns.add(column)
}

function rowsOf(statement: StatementSync): Pick<QueryRows, 'columns' | 'rows' | 'isCut'> {
  statement.setReturnArrays(true)
  statement.setReadBigInts(true)
  const columns = statement.columns().map(({ name }) => name.slice(0, VALUE_CHARACTERS))
  const rows: Value[][] = []
  let characters = 0
  for (const row of statement.iterate() as Iterable<unknown>) {
    const values = (row as unknown[]).map(plainValue)
    characters += values.reduce<number>((sum, value) => sum + String(value ?? '').length + 1, 0)
    if (rows.length === MOST_ROWS || characters > MOST_RESULT_CHARACTERS)
      return { columns, rows, isCut: true }
    rows.push(values)
  }
  return { columns, rows, isCut: false }
}

function plainValue(value: unknown): Value {
  if (value === null || typeof value === 'number') return value
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  const text = typeof value === 'string' ? value : '[binary]'
  return text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS)}…` : text
}

/** Counts the rows that the result of a query is based on, before they are grouped, sorted, or limited. */
function usedRows(db: DatabaseSync, sql: string, views: ReadonlyMap<string, string>): QueryRows['used'] {
  const basis = basisOf(sql)
  if (!basis) return null
  const name = (basis.table ?? '').replace(/^["`[]|["`\]]$/g, '')
  const isOne = basis.table !== null && views.has(name.toLowerCase())
  const numbers = isOne ? `min(${ROW_NUMBER}), max(${ROW_NUMBER})` : 'null, null'
  const where = basis.where === '' ? '' : ` where ${basis.where}`
  try {
    const statement = db.prepare(`select count(*), ${numbers} from ${basis.from}${where}`)
    statement.setReturnArrays(true)
    const [rows, first, last] = statement.get() as unknown as (number | null)[]
    return { rows: rows ?? 0, first: first ?? null, last: last ?? null }
  } catch {
    // The condition uses a name from the result, for example. The query itself has its result.
    return null
  }
}
