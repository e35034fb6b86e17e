import { expect, it } from 'vitest'
import type { AskedTable, TableColumn } from './askedTable.ts'
import { mostLikely } from './mostLikely.ts'
import { sqlOf } from './tableSql.ts'
import { understand } from './understand.ts'

const column = (
  title: string,
  type: TableColumn['type'],
  values: string[] | null = null,
  isUnique = false,
): TableColumn => ({
  name: title.toLowerCase().replaceAll(' ', '_'),
  title,
  type,
  unit: '',
  values,
  isUnique,
})

const trips: AskedTable = {
  as: 'trips',
  titles: ['business trips'],
  columns: [
    column('Trip ID', 'TEXT', null, true),
    column('Destination', 'TEXT', ['Dubai', 'London']),
    column('Class', 'TEXT', ['Economy', 'Business']),
    column('Departure date', 'DATE'),
    column('Return date', 'DATE'),
    column('Nights', 'INTEGER'),
    column('Ticket price', 'REAL'),
  ],
}
const homes: AskedTable = {
  as: 'عقارات',
  titles: ['العقارات'],
  columns: [
    column('رقم العقار', 'TEXT', null, true),
    column('نوع العقار', 'TEXT', ['شقة', 'فيلا', 'أرض']),
    column('المدينة', 'TEXT', ['الرياض', 'جدة']),
    column('السعر', 'INTEGER'),
  ],
}

function guessOf(question: string, table: AskedTable): string | null {
  const understood = understand(question, table)
  if (understood.kind !== 'Unsure') return understood.kind
  return understood.guess && sqlOf(understood.guess)
}

it.each([
  ['How many trips did we make to Dubai?', "SELECT count(*) FROM trips WHERE destination = 'Dubai'"],
  [
    'What is the average ticket price we endured for London?',
    "SELECT avg(ticket_price) FROM trips WHERE destination = 'London'",
  ],
  // Several dates: the first one.
  [
    'How many trips in 2025?',
    "SELECT count(*) FROM trips WHERE departure_date >= '2025' AND departure_date < '2026'",
  ],
])('guesses without words that it doesn’t know: %s', (question, sql) => {
  expect(guessOf(question, trips)).toBe(sql)
})

it('says which words it left out', () => {
  const understood = understand('How many trips did we make to Dubai?', trips)
  expect(understood).toMatchObject({
    kind: 'Unsure',
    guess: { assumption: { kind: 'Guess', leftOut: ['make'] } },
  })
})

it.each([
  // What is asked for isn't in the table.
  'How many vouchers do trips to Dubai have?',
  'What is the average emission of trips to Dubai?',
  // What wasn't understood changes the result.
  'How many trips to Dubai did we cancel?',
  'How many trips to Dubai took longer than planned, and not by train?',
  'How many trips to Dubai need 7 approvals?',
  'How many trips should go to Dubai?',
  // Most of it is about something else.
  'How many trips to Dubai do colleagues fondly remember years afterwards?',
])('doesn’t guess: %s', (question) => {
  expect(guessOf(question, trips)).toBeNull()
})

it('finds values in the plural, of which Arabic has many', () => {
  const sqlFor = (question: string) => {
    const understood = understand(question, homes)
    return understood.kind === 'Sure' ? sqlOf(understood.question) : understood.kind
  }
  expect(sqlFor('ما متوسط سعر الشقق في الرياض؟')).toBe(
    "SELECT avg(السعر) FROM عقارات WHERE نوع_العقار = 'شقة' AND المدينة = 'الرياض'",
  )
  expect(sqlFor('كم عدد الفلل في جدة؟')).toBe(
    "SELECT count(*) FROM عقارات WHERE نوع_العقار = 'فيلا' AND المدينة = 'جدة'",
  )
})

it('doesn’t guess between two tables that fit as well', () => {
  const other = { ...trips, as: 'other' }
  const both = [trips, other].map((table) => understand('How many trips did we make to Dubai?', table))
  const chosen = mostLikely(both.filter((one) => one.kind !== 'None'))
  expect(chosen?.understood).toMatchObject({ kind: 'Unsure', guess: null })
})

it('guesses about the table that explains more of the question', () => {
  const london: AskedTable = { ...trips, as: 'places', columns: [column('Destination', 'TEXT', ['London'])] }
  const both = [london, trips].map((table) =>
    understand('How many trips did we make to London in Business?', table),
  )
  const chosen = mostLikely(both.filter((one) => one.kind !== 'None'))
  expect(chosen).toMatchObject({ index: 1, understood: { guess: { table: { as: 'trips' } } } })
})

const waste: AskedTable = {
  as: 'trips',
  titles: ['waste trips'],
  columns: [
    column('Kind', 'TEXT', ['Plastic', 'Glass']),
    column('Weight tons', 'REAL'),
    column('Distance km', 'REAL'),
  ],
}

it('adds up what has the unit that is counted', () => {
  const understood = understand('How many tons of plastic?', waste)
  expect(understood.kind === 'Sure' && sqlOf(understood.question)).toBe(
    "SELECT sum(weight_tons) FROM trips WHERE kind = 'Plastic'",
  )
})

it('guesses which costs are meant by the total, and is sure if they are named', () => {
  const vans: AskedTable = {
    as: 'vans',
    titles: ['vans'],
    columns: [column('Plate', 'TEXT', null, true), column('Fuel cost', 'REAL'), column('Age', 'INTEGER')],
  }
  expect(guessOf('What is the total cost of all vans?', vans)).toBe('SELECT sum(fuel_cost) FROM vans')
  expect(understand('What is the total cost of all vans?', vans).kind).toBe('Unsure')
  expect(understand('What is the total fuel cost of all vans?', vans).kind).toBe('Sure')
})
