import { headingOf } from './asked.ts'
import type { Proposal, SourcePassage } from './proposal.ts'

interface Cell {
  column: string
  text: string
}

const LONGEST_CELL = 60
const MOST_CELLS = 30
const cell = /^(?<column>[^:|]{1,40}): (?<text>.+)$/u
const isEmpty = (text: string) => /^(?:[-–—./]+|n\/a|none|yes|no|x|✓|✗|نعم|لا|ja|nein)$/iu.test(text)

/** The first cells of a row as the index writes them: “Region: North | Amount: 1,200”. Null for other lines. */
function cellsOf(line: string): Cell[] | null {
  const parts = line.split(' | ')
  if (parts.length < 2 || parts.length > MOST_CELLS) return null
  const cells = parts.map((part) => {
    const { column = '', text = '' } = cell.exec(part.trim())?.groups ?? {}
    return { column: column.trim(), text: text.trim() }
  })
  return cells.every(({ column }) => column !== '') ? cells : null
}

/** Columns about which a question sounds as people ask it. */
const columns =
  /\b(?:price|fee|cost|rate|deposit|limit|allowance|deadline|due date|date|duration|period|extension|phone|telephone|email|address|room|location|floor|capacity|size|weight|length|width|height|power|voltage|temperature|warranty|storage|speed|time|hours|opening hours|department|owner|manager|contact|responsible|person responsible|lead|budget|discount|salary|grade|level|code|version|interval|frequency|maximum|minimum|delivery time|response time|notice period|term|quantity|stock|colou?r|material|range|model|currency|capital|language|format)$/i
const people =
  /^(?:responsible|person responsible|responsible person|in charge|responsibility|owner|task owner|lead)$/i
/** Columns that don’t say of what they are the value. The heading above the table does. */
const vague =
  /^(?:period|duration|limit|rate|level|code|term|range|maximum|minimum|size|quantity|frequency|interval|(?:ال)?(?:مدة|قيمة|نسبة|حد|درجة|فئة|عدد|كمية|وقت))$/iu
const ofColumn =
  /\b(?:price|cost|size|weight|length|width|height|capacity|budget|power|voltage|colou?r|material|capital|currency|language|model|version|duration|address|location)$/i
const isPlural = (column: string) => /(?:hours|costs|fees|rates|prices|limits)$/i.test(column)
const arabicColumns =
  /^(?:ال)?(?:سعر|رسوم|رسم|تكلفة|مدة|موعد|تاريخ|مهلة|بدل|حد|قيمة|أجرة|غرفة|قاعة|هاتف|رقم|موقع|طابق|سعة|وزن|حجم|طول|ضمان|ميزانية|قسم|إدارة|مسؤول|مسؤولة|جهة|وقت|ساعات|كمية|نسبة|فئة|لون|مساحة|عدد|درجة|مدينة|جوال)/

/** A row’s name that no one mistakes for a word of the question. */
function rowName(text: string): string | null {
  if (text.length > LONGEST_CELL || !/\p{L}{2}/u.test(text) || isEmpty(text)) return null
  if (/[?؟:]/u.test(text) || /^(?:total|sum|subtotal|average|المجموع|الإجمالي)/iu.test(text)) return null
  return text
}

/** Asks for the cells of the rows that a passage shows, each by the row’s name and its column’s name. */
export function inRows({ heading, text }: SourcePassage): Proposal[] {
  const rows = text.split('\n').map((line) => ofRow(line.trim(), headingOf(heading)))
  const widest = Math.max(0, ...rows.map(({ length }) => length))
  // Another column of each row first, so that a few of them ask for different things.
  return Array.from({ length: widest }, (_, turn) =>
    rows.flatMap((row, at) => (turn < row.length ? [row[(at + turn) % row.length]!] : [])),
  ).flat()
}

function ofRow(line: string, heading: string): Proposal[] {
  const [first, ...others] = cellsOf(line) ?? []
  const name = first && rowName(first.text)
  if (!name) return []
  return others.flatMap(({ column, text: fact }): Proposal[] => {
    if (fact.length > LONGEST_CELL || isEmpty(fact) || fact === name || !/[\p{L}\p{N}]/u.test(fact)) return []
    const under = vague.test(column) ? heading : null
    if (under === '') return []
    const question = /\p{Script=Arabic}/u.test(column)
      ? arabicQuestion(column, name, under)
      : englishQuestion(column, name, under)
    return question ? [{ kind: 'Row', question, fact }] : []
  })
}

function englishQuestion(column: string, name: string, under: string | null): string | null {
  // Tables have few words that tell a language: the names of columns do.
  if (!columns.test(column) || !/^[\p{L} ]+$/u.test(column)) return null
  const named = isName(name) ? name : `“${name}”`
  if (people.test(column)) return `Who is responsible for ${named}?`
  const what = column
    .split(' ')
    .map((word) => (word === word.toUpperCase() && word.length > 1 ? word : word.toLowerCase()))
    .join(' ')
  const preposition = ofColumn.test(column) ? 'of' : 'for'
  const where = under === null ? '' : ` under “${under}”`
  return `What ${isPlural(column) ? 'are' : 'is'} the ${what} ${preposition} ${named}${where}?`
}

/** Whether each word is capitalized, so that it reads as a name without quotation marks. */
const isName = (text: string): boolean =>
  text.split(' ').every((word) => /^(?:\p{Lu}|\p{Nd}|and$|of$|the$|&$)/u.test(word))

function arabicQuestion(column: string, name: string, under: string | null): string | null {
  if (!arabicColumns.test(column) || /[:()\p{Nd}]/u.test(column)) return null
  if (/^(?:ال)?مسؤولة?$/.test(column)) return `من المسؤول عن «${name}»؟`
  const where = under === null ? '' : ` ضمن «${under}»`
  const [first = '', ...others] = column.split(' ')
  // A single noun takes the name as its genitive; others can’t.
  if (others.length === 0) return `ما ${first.replace(/^ال/, '')} «${name}»${where}؟`
  return `ما ${column} لـ«${name}»${where}؟`
}
