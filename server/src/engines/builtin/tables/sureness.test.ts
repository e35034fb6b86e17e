import { expect, it } from 'vitest'
import type { AskedTable, TableColumn } from './askedTable.ts'
import { sqlOf } from './tableSql.ts'
import { understand } from './understand.ts'

type Kind = TableColumn['type'] | string[] | 'UNIQUE'

const table = (title: string, columns: Record<string, Kind>): AskedTable => ({
  as: title.replaceAll(' ', '_'),
  titles: [title],
  columns: Object.entries(columns).map(([name, kind]) => ({
    name: name.toLowerCase().replaceAll(' ', '_'),
    title: name,
    type: Array.isArray(kind) || kind === 'UNIQUE' ? 'TEXT' : (kind as TableColumn['type']),
    unit: name === 'Salary' ? '€' : '',
    values: Array.isArray(kind) ? kind : null,
    isUnique: kind === 'UNIQUE',
  })),
})

const staff = table('employees', { Name: 'UNIQUE', Department: ['IT', 'Sales'], Salary: 'REAL' })
const loads = table('شحنات', {
  'رقم الشحنة': 'UNIQUE',
  'تاريخ الشحنة': 'DATE',
  'تاريخ الوصول': 'DATE',
  'الوزن بالطن': 'REAL',
  الأجرة: 'REAL',
})
const tickets = table('مسافرون', {
  'رقم التذكرة': 'INTEGER',
  الوجهة: ['دبي', 'القاهرة'],
  'سعر التذكرة': 'INTEGER',
})
const orders = table('طلبات', { 'رقم الطلب': 'UNIQUE', المندوب: ['عمر', 'سالم', 'حسن'], المبلغ: 'INTEGER' })
const homes = table('apartment rentals', {
  'Apartment ID': 'UNIQUE',
  District: ['Downtown', 'Marina'],
  Bedrooms: 'INTEGER',
  'Monthly rent': 'INTEGER',
})
const sales = table('store sales', {
  Invoice: 'TEXT',
  Branch: ['North', 'South'],
  Salesperson: ['Kim', 'Sam'],
  Quantity: 'INTEGER',
  Amount: 'REAL',
})
const flats = table('شقق للإيجار', {
  'نوع العقار': ['شقة', 'فيلا'],
  الحي: ['النزهة', 'العليا'],
  الإيجار: 'INTEGER',
})
const students = table('بيانات الطلاب', { 'اسم الطالب': 'UNIQUE', الجنس: ['ذكر', 'أنثى'], المعدل: 'REAL' })
const loans = table('tools', {
  Tool: 'UNIQUE',
  'Collected tons': 'REAL',
  'Recycled tons': 'REAL',
  Driver: ['Sam'],
})

it.each([
  // A currency other than the column’s.
  [staff, 'كم موظف يتجاوز راتبه 50000 دولار؟'],
  [staff, 'How many employees have a salary over 50,000 dollars?'],
  // Numbers of tickets have no total, and neither have prices.
  [tickets, 'بكم تذكرة دبي؟'],
  [tickets, 'How much is a ticket to Cairo?'],
  // Others of a similar name.
  [orders, 'ما إجمالي مبلغ عمار؟'],
  [orders, 'ما إجمالي مبلغ سلام؟'],
  [orders, 'ما إجمالي مبلغ حسان؟'],
  // The number of a set isn't how many are wanted.
  [homes, 'Which of the 210 apartments has the highest rent?'],
  [homes, 'What is the highest rent for 3 apartments?'],
  [homes, 'How many 3+ bedroom apartments are there?'],
  [homes, 'How many bedrooms do 3 bedroom apartments have?'],
  // The best delay is the shortest one, and the best employee isn't the most expensive one.
  [staff, 'Who is the best employee?'],
  [staff, 'من أفضل موظف؟'],
  [staff, 'Who is the worst employee?'],
  // What people have altogether, or in one row?
  [sales, 'Who has the lowest sales in North?'],
  [sales, 'Who has the highest quantity?'],
  // Some of the rows only.
  [flats, 'كم شقة في النزهة؟'],
  [flats, 'ما متوسط إيجار الشقق؟'],
  [students, 'كم عدد الطالبات؟'],
  // Rows aren't tons, of which there are two kinds.
  [loans, 'How many tons did Sam collect?'],
] as const)('is not sure of %#: %s', (asked, question) => {
  const understood = understand(question, asked)
  expect(understood.kind === 'Sure' ? sqlOf(understood.question) : 'not sure').toBe('not sure')
})

it.each([
  [staff, 'كم موظف ما تجاوز راتبه 50000؟', 'salary <= 50000'],
  [staff, 'كم موظف لم يتجاوز راتبه 50000؟', 'salary <= 50000'],
  [staff, 'كم موظف تجاوز راتبه 50000؟', 'salary > 50000'],
  [staff, 'كم موظف تجاوز راتبه 50000 يورو؟', 'salary > 50000'],
] as const)('reads the negation of a comparison in %#: %s', (asked, question, condition) => {
  const understood = understand(question, asked)
  expect(understood.kind === 'Sure' ? sqlOf(understood.question) : understood.kind).toBe(
    `SELECT count(*) FROM employees WHERE ${condition}`,
  )
})

it('knows that what has an arrival date has arrived', () => {
  const understood = understand('كم شحنة وصلت؟', loads)
  expect(understood.kind === 'Sure' && sqlOf(understood.question)).toBe(
    'SELECT count(*) FROM شحنات WHERE تاريخ_الوصول IS NOT NULL',
  )
})

const guessOf = (asked: AskedTable, question: string): string | null => {
  const understood = understand(question, asked)
  if (understood.kind !== 'Unsure') return understood.kind
  return understood.guess && sqlOf(understood.guess)
}

it.each([
  // Conditions that weren't understood would change the result.
  [staff, 'How many employees earn over 50000 dollars?'],
  [flats, 'كم شقة إيجارها أكثر من 5 آلاف في العليا شهريا؟'],
  [homes, 'How many apartments in Marina have 3 or more bedrooms and a view?'],
  [loans, 'How many tons did Sam collect?'],
  [staff, 'Who in IT traveled the most?'],
] as const)('has no guess in %#: %s', (asked, question) => {
  expect([null, 'None']).toContain(guessOf(asked, question))
})

const cash = table('عمليات البنك', {
  'رقم العملية': 'UNIQUE',
  العميل: ['سعد', 'هند'],
  العملة: ['ريال', 'دولار'],
  المبلغ: 'REAL',
})
const flights = table('الرحلات', { الوجهة: ['دبي', 'الرياض'], 'المسافة كم': 'INTEGER' })
const fares = table('شحنات', { المدينة: ['جدة'], 'الأجرة بالريال': 'INTEGER' })
const shifts = table('attendance', { Employee: ['Ali', 'Mona'], 'Late minutes': 'INTEGER' })

it.each([
  [cash, 'كم ريال لدى سعد؟'],
  [cash, 'أي عميل لديه أكثر عملات؟'],
  [flights, 'كم رحلة من دبي؟'],
  [fares, 'كم شحنة تفوق الأجرة 100 دولار؟'],
  [shifts, 'Who has the most late minutes?'],
] as const)('is not sure of other rows than those asked for in %#: %s', (asked, question) => {
  const understood = understand(question, asked)
  expect(understood.kind === 'Sure' ? sqlOf(understood.question) : 'not sure').toBe('not sure')
})
