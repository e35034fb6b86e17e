import type { Filter, TableColumn, TableQuestion } from './askedTable.ts'
import type { DateCondition } from './dates.ts'
import type { DatePart } from './vocabulary.ts'

const quoted = (name: string) =>
  /^[\p{L}_][\p{L}\p{N}\p{M}_]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`
const text = (value: string) => `'${value.replaceAll("'", "''")}'`

const aggregates = {
  Count: () => 'count(*)',
  Distinct: (column: string) => `count(distinct ${column})`,
  Sum: (column: string) => `sum(${column})`,
  Average: (column: string) => `avg(${column})`,
  Greatest: (column: string) => `max(${column})`,
  Least: (column: string) => `min(${column})`,
} as const

/** As many groups are shown as a reader looks through. */
const MOST_GROUPS = 100

/** One more shows whether others have the same result as the last one. */
const limitOf = (count: number) => count + 1

/** Returns the query for a question. Its results are a number, groups with a number each, or rows. */
export function sqlOf(question: TableQuestion): string {
  const { table, operation, measure, group, rank, isRows } = question
  const from = `FROM ${quoted(table.as)}${whereOf(question.filters)}`
  const order = rank?.isGreatest ? 'DESC' : 'ASC'
  if (isRows && measure) {
    const filled = question.filters.length > 0 ? ' AND' : ' WHERE'
    const column = quoted(measure.name)
    return `SELECT * ${from}${filled} ${column} IS NOT NULL ORDER BY ${column} ${order} LIMIT ${limitOf(rank?.count ?? 1)}`
  }
  const result = aggregates[operation](quoted(measure?.name ?? ''))
  if (!group) return `SELECT ${result} ${from}`
  const key = keyOf(group.column, group.part)
  const sorted = rank ? `result ${order}, 1 LIMIT ${limitOf(rank.count)}` : `1 LIMIT ${MOST_GROUPS}`
  return `SELECT ${key}${group.part === null ? '' : ` AS ${group.part.toLowerCase()}`}, ${result} AS result ${from} GROUP BY 1 ORDER BY ${sorted}`
}

function keyOf({ name }: TableColumn, part: DatePart | null): string {
  const column = quoted(name)
  if (part === 'Year') return `substr(${column}, 1, 4)`
  if (part === 'Month') return `substr(${column}, 1, 7)`
  if (part === 'Day') return `substr(${column}, 1, 10)`
  if (part === 'Quarter')
    return `substr(${column}, 1, 4) || '-Q' || ((CAST(substr(${column}, 6, 2) AS INTEGER) + 2) / 3)`
  return column
}

function whereOf(filters: readonly Filter[]): string {
  const conditions = filters.map(conditionOf)
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
}

function conditionOf(filter: Filter): string {
  const column = quoted(filter.column.name)
  if (filter.kind === 'Truth') return `${column} = ${filter.isTrue ? 1 : 0}`
  if (filter.kind === 'Compare') return `${column} ${filter.comparison} ${filter.number}`
  if (filter.kind === 'Between') return `${column} BETWEEN ${filter.least} AND ${filter.greatest}`
  if (filter.kind === 'Empty') return emptyCondition(column, filter)
  if (filter.kind === 'Date') return dateCondition(column, filter.condition)
  const { values, isNot } = filter
  const list = values.map(text)
  if (list.length === 1) return isNot ? `${column} IS NOT ${list[0]}` : `${column} = ${list[0]}`
  const among = `${column} ${isNot ? 'NOT IN' : 'IN'} (${list.join(', ')})`
  return isNot ? `(${among} OR ${column} IS NULL)` : among
}

/** No discount is a discount of 0, too. */
function emptyCondition(name: string, { column, isNot }: Extract<Filter, { kind: 'Empty' }>): string {
  const isNumber = column.type === 'INTEGER' || column.type === 'REAL'
  if (isNot) return isNumber ? `${name} <> 0` : `${name} IS NOT NULL`
  return isNumber ? `(${name} IS NULL OR ${name} = 0)` : `${name} IS NULL`
}

function dateCondition(column: string, condition: DateCondition): string {
  if (condition.kind === 'MonthOfAnyYear')
    return `substr(${column}, 6, 2) = '${String(condition.month).padStart(2, '0')}'`
  const { from, before } = condition
  return [
    ...(from ? [`${column} >= ${text(from)}`] : []),
    ...(before ? [`${column} < ${text(before)}`] : []),
  ].join(' AND ')
}
