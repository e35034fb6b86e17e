import type { Assumption, Filter, TableColumn, TableQuestion } from './askedTable.ts'
import type { Comparison, DatePart, Operation } from './vocabulary.ts'

type Value = string | number | null

/** The result of a question's query, and what its answer needs to say where it is from. */
export interface TableResult {
  fileName: string
  /** The heading above a table of a document. */
  heading: string | null
  /** The rows of the table, and those that the result is based on. */
  rows: number
  rowsUsed: number
  /** The names of the result's columns as readers know them, and its rows. */
  columns: readonly string[]
  values: readonly (readonly Value[])[]
  isCut: boolean
  /** The number of its source. */
  source: number
}

interface Texts {
  part(part: DatePart): string
  operation(operation: Operation, measure: string): string
  perGroup(column: string, part: DatePart | null): string
  ranked(isGreatest: boolean, count: number): string
  rows(isGreatest: boolean, count: number, measure: string): string
  where: string
  and: string
  or: string
  is(column: string, values: string, isNot: boolean): string
  isEmpty(column: string, isNumber: boolean, isNot: boolean): string
  compare: Record<Comparison, string>
  between(column: string, least: string, greatest: string): string
  during(column: string, shown: string, kind: 'In' | 'After' | 'Before'): string
  monthOfAnyYear(column: string, shown: string): string
  inFile(table: string, file: string): string
  unnamed: string
  compared(number: string, column: string): string
  notCondition(word: string): string
  guessed(leftOut: string): string
  /** `meaning` is null for the rows of the table. */
  assumed(word: string, meaning: string | null): string
  understood(what: string, table: string, used: string, all: string): string
  noRows: string
  isCut: string
  isTied: string
  empty: string
}

const bold = (name: string) => `**${escaped(name)}**`
const escaped = (text: string) => text.replace(/[\\*_`[\]<>|#~]/g, '\\$&').replace(/\s+/g, ' ')

const english: Texts = {
  part: (part) => part,
  operation: (operation, measure) =>
    ({
      Count: 'number of rows',
      Distinct: `number of different values of ${measure}`,
      Sum: `total of ${measure}`,
      Average: `average of ${measure}`,
      Greatest: `highest ${measure}`,
      Least: `lowest ${measure}`,
    })[operation],
  perGroup: (column, part) =>
    part === null ? `, for each value of ${column}` : `, for each ${part.toLowerCase()} of ${column}`,
  ranked: (isGreatest, count) =>
    `, the ${count === 1 ? '' : `${count} `}${isGreatest ? 'highest' : 'lowest'} of them`,
  rows: (isGreatest, count, measure) =>
    `${count === 1 ? 'the row' : `the ${count} rows`} with the ${isGreatest ? 'highest' : 'lowest'} ${measure}`,
  where: ', where ',
  and: ' and ',
  or: ' or ',
  is: (column, values, isNot) => `${column} is ${isNot ? 'not ' : ''}${values}`,
  isEmpty: (column, isNumber, isNot) =>
    `${column} ${isNot ? 'has a value' : 'is empty'}${isNumber ? (isNot ? ' other than 0' : ' or 0') : ''}`,
  compare: { '>': 'is more than', '>=': 'is at least', '<': 'is less than', '<=': 'is at most', '=': 'is' },
  between: (column, least, greatest) => `${column} is from ${least} to ${greatest}`,
  during: (column, shown, kind) =>
    `${column} is ${{ In: 'in', After: 'from or after', Before: 'before' }[kind]} ${shown}`,
  monthOfAnyYear: (column, shown) => `${column} is in ${shown} of any year`,
  inFile: (table, file) => `${table} in ${file}`,
  unnamed: 'The question doesn’t say what to calculate.',
  compared: (number, column) =>
    `The question doesn’t say what to compare with ${number}, and I took it to mean ${column}.`,
  notCondition: (word) => `I’m not sure what “${word}” means here, and didn’t use it as a condition.`,
  guessed: (leftOut) =>
    `I’m not sure that I understood the question${leftOut === '' ? '' : `, and didn’t use ${leftOut}`}. My best guess:`,
  assumed: (word, meaning) =>
    `I’m not sure what “${word}” means here, and took it to mean ${meaning ?? 'the rows of the table'}.`,
  understood: (what, table, used, all) =>
    `Calculated over ${used} of ${all} rows of ${table}: ${what}. No language model wrote this.`,
  noRows: 'No rows match this.',
  isCut: 'There are more rows than shown here.',
  isTied: 'Others have the same value as the last one.',
  empty: '(empty)',
}

const parts: Record<DatePart, string> = { Day: 'يوم', Month: 'شهر', Quarter: 'ربع سنة', Year: 'سنة' }
const arabic: Texts = {
  part: (part) => parts[part],
  operation: (operation, measure) =>
    ({
      Count: 'عدد الصفوف',
      Distinct: `عدد القيم المختلفة في ${measure}`,
      Sum: `مجموع ${measure}`,
      Average: `متوسط ${measure}`,
      Greatest: `أعلى قيمة في ${measure}`,
      Least: `أدنى قيمة في ${measure}`,
    })[operation],
  perGroup: (column, part) =>
    part === null ? `، لكل قيمة في ${column}` : `، لكل ${parts[part]} في ${column}`,
  ranked: (isGreatest, count) => `، ${isGreatest ? 'الأعلى' : 'الأدنى'} منها (${count})`,
  rows: (isGreatest, count, measure) =>
    `الصفوف ذات القيمة ${isGreatest ? 'الأعلى' : 'الأدنى'} في ${measure} (${count})`,
  where: '، حيث ',
  and: ' و',
  or: ' أو ',
  is: (column, values, isNot) => `${column} ${isNot ? 'ليس' : 'هو'} ${values}`,
  isEmpty: (column, isNumber, isNot) =>
    `${column} ${isNot ? 'له قيمة' : 'فارغ'}${isNumber ? (isNot ? ' غير 0' : ' أو 0') : ''}`,
  compare: { '>': 'أكثر من', '>=': 'لا يقل عن', '<': 'أقل من', '<=': 'لا يزيد عن', '=': 'يساوي' },
  between: (column, least, greatest) => `${column} من ${least} إلى ${greatest}`,
  during: (column, shown, kind) =>
    `${column} ${{ In: 'في', After: 'بدءًا من', Before: 'قبل' }[kind]} ${shown}`,
  monthOfAnyYear: (column, shown) => `${column} في ${shown} من أي سنة`,
  inFile: (table, file) => `${table} في ${file}`,
  unnamed: 'لا يحدد السؤال ما يجب حسابه.',
  compared: (number, column) => `لا يحدد السؤال ما يُقارن بالعدد ${number}، وافترضت أن المقصود ${column}.`,
  notCondition: (word) => `لست متأكدًا من معنى “${word}” هنا، ولم أستخدمه شرطًا.`,
  guessed: (leftOut) =>
    `لست متأكدًا من أنني فهمت السؤال${leftOut === '' ? '' : `، ولم أستخدم ${leftOut}`}. أفضل تخمين لدي:`,
  assumed: (word, meaning) =>
    `لست متأكدًا من معنى “${word}” هنا، وافترضت أن المقصود ${meaning ?? 'صفوف الجدول'}.`,
  understood: (what, table, used, all) =>
    `محسوب من ${used} من أصل ${all} من صفوف ${table}: ${what}. لم يكتب هذا نموذج لغوي.`,
  noRows: 'لا توجد صفوف مطابقة.',
  isCut: 'هناك صفوف أكثر مما يظهر هنا.',
  isTied: 'توجد صفوف أخرى لها القيمة الأخيرة نفسها.',
  empty: '(فارغ)',
}

const DIGITS = 12
const SHOWN_COLUMNS = 8
const SHOWN_ROWS = 50

/** Returns the answer to a question over a table: the result, and what was calculated. */
export function tableAnswer(question: TableQuestion, result: TableResult, isArabic: boolean): string {
  const t = isArabic ? arabic : english
  const { assumption } = question
  const calculated = calculatedText(question, result, t)
  return assumption?.kind === 'Guess'
    ? `${t.guessed(quotedWords(assumption.leftOut))}\n\n${calculated}`
    : calculated
}

function calculatedText(question: TableQuestion, result: TableResult, t: Texts): string {
  const format = formatter()
  const what = whatOf(question, t, format)
  const { fileName, heading } = result
  const table = heading === null ? bold(fileName) : t.inFile(bold(heading), bold(fileName))
  const assumed = assumedText(question.assumption, question.measure, t)
  const understood = `${assumed === '' ? '' : `${assumed} `}${t.understood(what, table, format(result.rowsUsed), format(result.rows))} [${result.source}]`
  const [first] = result.values
  if (!question.group && !question.isRows) {
    const value = first?.[0] ?? null
    if (value === null) return `${t.noRows}\n\n${understood}`
    const unit = question.operation === 'Count' || question.operation === 'Distinct' ? null : question.measure
    return `**${shown(value, unit, format)}**\n\n${understood}`
  }
  if (!first) return `${t.noRows}\n\n${understood}`
  const { values, isTied } = rankedOf(question, result)
  const note = isTied ? `${t.isTied} ` : result.isCut || values.length > SHOWN_ROWS ? `${t.isCut} ` : ''
  return `${tableOf(question, { ...result, values }, t, format)}\n\n${note}${understood}`
}

function assumedText(assumption: Assumption | null, measure: TableColumn | null, t: Texts): string {
  // A guess says so above its result.
  if (!assumption || assumption.kind === 'Guess') return ''
  if (assumption.kind === 'Unnamed') return t.unnamed
  if (assumption.kind === 'Compared')
    return t.compared(escaped(assumption.number), bold(titleOf(assumption.column)))
  const word = escaped(assumption.word)
  if (assumption.kind === 'Verb') return t.notCondition(word)
  return t.assumed(word, assumption.kind === 'Measure' && measure ? bold(titleOf(measure)) : null)
}

/** Returns the ranked rows without the one more that the query returns, and whether that one is as good as the last. */
function rankedOf(
  { rank, group, measure }: TableQuestion,
  { columns, values }: TableResult,
): { values: TableResult['values']; isTied: boolean } {
  if (!rank) return { values, isTied: false }
  const at = group ? 1 : columns.indexOf(measure?.name ?? '')
  const [last, next] = [values[rank.count - 1], values[rank.count]]
  return {
    values: values.slice(0, rank.count),
    isTied: last !== undefined && next !== undefined && last[at] === next[at],
  }
}

const begun = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

type Format = (value: number) => string

function formatter(): Format {
  const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
  return (value) => format.format(Number(value.toPrecision(DIGITS)))
}

/** Years and numbers of orders have no separators. */
const codeTitle = /\b(?:id|no|nr|number|code|year)\b|^(?:ال)?(?:رقم|رمز|سن[ةه]|عام)/i

function shown(value: Value, column: Pick<TableColumn, 'unit' | 'title'> | null, format: Format): string {
  if (typeof value !== 'number') return escaped(value ?? '')
  if (column && codeTitle.test(column.title.replaceAll('_', ' '))) return String(value)
  const unit = column?.unit ?? ''
  if (unit === '%') return `${format(value * 100)}%`
  const number = format(value)
  if (unit === '') return number
  return /^\p{Sc}$/u.test(unit)
    ? `${value < 0 ? '-' : ''}${unit}${format(Math.abs(value))}`
    : `${number} ${escaped(unit)}`
}

function tableOf(
  question: TableQuestion,
  { columns, values }: TableResult,
  t: Texts,
  format: Format,
): string {
  const { table, group, measure, operation } = question
  const name = measure ? titleOf(measure) : ''
  const titles = group
    ? [group.part === null ? titleOf(group.column) : t.part(group.part), begun(t.operation(operation, name))]
    : columns.map((one) => {
        const column = table.columns.find((each) => each.name === one)
        return column ? titleOf(column) : one
      })
  const ofGroup = operation === 'Count' || operation === 'Distinct' ? null : measure
  const columnAt = (at: number) =>
    group ? (at === 1 ? ofGroup : null) : (table.columns.find((one) => one.name === columns[at]) ?? null)
  // What the rows are compared by is always among the columns.
  const compared = columns.indexOf(measure?.name ?? '')
  const isShown = (at: number) =>
    at === compared || at < (compared < SHOWN_COLUMNS ? SHOWN_COLUMNS : SHOWN_COLUMNS - 1)
  const line = (cells: readonly string[]) => `| ${cells.filter((_, at) => isShown(at)).join(' | ')} |`
  return [
    line(titles.map(escaped)),
    line(titles.map(() => '---')),
    ...values.slice(0, SHOWN_ROWS).map((row) =>
      line(
        row.map((value, at) =>
          // Numbers of rows and codes have no separators.
          value === null ? t.empty : shown(value, columnAt(at), group && at === 0 ? String : format),
        ),
      ),
    ),
  ].join('\n')
}

function whatOf(
  { operation, measure, group, rank, isRows, filters }: TableQuestion,
  t: Texts,
  format: Format,
): string {
  const name = measure ? bold(titleOf(measure)) : ''
  const isWhole = isRows && rank !== null
  const what = isWhole ? t.rows(rank.isGreatest, rank.count, name) : t.operation(operation, name)
  const per = group ? t.perGroup(bold(titleOf(group.column)), group.part) : ''
  const best = rank && group ? t.ranked(rank.isGreatest, rank.count) : ''
  const conditions = filters.map((filter) => conditionOf(filter, t, format))
  return `${what}${per}${best}${conditions.length > 0 ? t.where : ''}${conditions.join(t.and)}`
}

function conditionOf(filter: Filter, t: Texts, format: Format): string {
  const name = bold(titleOf(filter.column))
  switch (filter.kind) {
    case 'Values':
      return t.is(name, filter.values.map((value) => `“${escaped(value)}”`).join(t.or), filter.isNot)
    case 'Empty': {
      const { type } = filter.column
      return t.isEmpty(name, type === 'INTEGER' || type === 'REAL', filter.isNot)
    }
    case 'Truth':
      return t.is(name, filter.isTrue ? '1' : '0', false)
    case 'Compare':
      return `${name} ${t.compare[filter.comparison]} ${shown(filter.number, filter.column, format)}`
    case 'Between':
      return t.between(
        name,
        shown(filter.least, filter.column, format),
        shown(filter.greatest, filter.column, format),
      )
    case 'Date': {
      const { condition } = filter
      if (condition.kind === 'MonthOfAnyYear') return t.monthOfAnyYear(name, escaped(condition.shown))
      const { from, before, shown: written } = condition
      if (from !== null && before !== null) return t.during(name, escaped(written), 'In')
      return from === null ? t.during(name, before ?? '', 'Before') : t.during(name, from, 'After')
    }
  }
}

const titleOf = ({ title, name }: TableColumn) => (title === '' ? name : title)

const quotedWords = (words: readonly string[]): string =>
  words
    .slice(0, 5)
    .map((word) => `“${escaped(word)}”`)
    .join(', ')

/** Says that a question may be about a table but wasn't understood, above what was found instead. */
export function unsureText(rest: readonly string[], fileName: string, isArabic: boolean): string {
  const words = quotedWords(rest)
  if (isArabic)
    return words === ''
      ? `لست متأكدًا مما يجب حسابه من ${bold(fileName)}، لذلك لم أحسب شيئًا. سمِّ العمود والشرط كما في الجدول.`
      : `لست متأكدًا مما يجب حسابه من ${bold(fileName)}، لذلك لم أحسب شيئًا. لم أفهم: ${words}.`
  return words === ''
    ? `I’m not sure what to calculate from ${bold(fileName)}, so I calculated nothing. Name the column and the condition as in the table.`
    : `I’m not sure what to calculate from ${bold(fileName)}, so I calculated nothing. I didn’t understand ${words}.`
}

/** Says that the tables of a file are too large, or can't be read. */
export const unreadableText = (fileName: string, isArabic: boolean): string =>
  isArabic
    ? `تعذّر الحساب من ${bold(fileName)}: الجداول فيه كبيرة جدًا أو لا يمكن قراءتها. المقاطع التالية جزء منه فقط.`
    : `I can’t calculate from ${bold(fileName)}, because its tables are too large or can’t be read. What follows is only a part of it.`
