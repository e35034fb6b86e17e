import { expect, it } from 'vitest'
import type { AskedTable, TableColumn } from './askedTable.ts'
import { sqlOf } from './tableSql.ts'
import { understand } from './understand.ts'

const column = (title: string, type: TableColumn['type'], values: string[] | null = null): TableColumn => ({
  name: title.toLowerCase().replaceAll(' ', '_'),
  title,
  type,
  unit: title === 'Discount' ? '%' : '',
  values,
  isUnique: false,
})
const orders: AskedTable = {
  as: 'orders',
  titles: ['orders'],
  columns: [
    column('Order ID', 'INTEGER'),
    column('Region', 'TEXT', ['North', 'South', 'IT']),
    column('Customer', 'TEXT'),
    column('Quantity', 'INTEGER'),
    column('Unit price', 'REAL'),
    column('Amount', 'REAL'),
    column('Discount', 'REAL'),
    column('Order date', 'DATE'),
    column('Paid', 'BOOLEAN'),
  ],
}

function sqlFor(question: string): string {
  const understood = understand(question, orders, [{ column: 'customer', value: 'Blue Mill' }])
  return understood.kind === 'Sure' ? sqlOf(understood.question) : understood.kind
}

it.each([
  ['How many orders are there?', 'SELECT count(*) FROM orders'],
  [
    'How many orders from the South were not paid?',
    "SELECT count(*) FROM orders WHERE region = 'South' AND paid = 0",
  ],
  [
    'average amount per month',
    'SELECT substr(order_date, 1, 7) AS month, avg(amount) AS result FROM orders GROUP BY 1 ORDER BY 1 LIMIT 100',
  ],
  ['How many orders have a unit price below 100?', 'SELECT count(*) FROM orders WHERE unit_price < 100'],
  [
    'What is the total amount of Blue Mill in 2024?',
    "SELECT sum(amount) FROM orders WHERE customer = 'Blue Mill' AND order_date >= '2024' AND order_date < '2025'",
  ],
  [
    'Top 3 customers by amount',
    'SELECT customer, sum(amount) AS result FROM orders GROUP BY 1 ORDER BY result DESC, 1 LIMIT 4',
  ],
  [
    'What is the highest amount per region?',
    'SELECT region, max(amount) AS result FROM orders GROUP BY 1 ORDER BY 1 LIMIT 100',
  ],
  ['How many orders in IT?', "SELECT count(*) FROM orders WHERE region = 'IT'"],
  [
    'How many orders outside North and South?',
    "SELECT count(*) FROM orders WHERE (region NOT IN ('North', 'South') OR region IS NULL)",
  ],
])('understands %s', (question, sql) => {
  expect(sqlFor(question)).toBe(sql)
})

it.each([
  'How many orders did we lose?',
  'How many customers ordered more than 3 times?',
  'How many orders were placed last month?',
  'How many orders are over 40?',
  'What is the total discount?',
  'Which region has the highest amount?',
  'What is the average number of orders per month?',
  'How many orders from North or with amount over 1000?',
  'How many orders were not placed in 2024?',
  'What is the difference between the highest and lowest amount?',
  'How many orders in North compared to South?',
])('is not sure about %s', (question) => {
  expect(sqlFor(question)).toBe('Unsure')
})

it.each([
  'How tall is the lighthouse?',
  'What does the guide say about orders?',
  'How many lighthouses are there?',
])('leaves %s to the passages', (question) => {
  expect(sqlFor(question)).toBe('None')
})

const visits: AskedTable = {
  as: 'visits',
  titles: ['clinic visits'],
  columns: [
    column('Visit ID', 'TEXT'),
    column('Patient name', 'TEXT'),
    column('Patient age', 'INTEGER'),
    column('Kind of visit', 'TEXT', ['Check-up', 'Emergency']),
    column('Payment method', 'TEXT', ['Cash', 'Card']),
    column('Waiting minutes', 'INTEGER'),
    { ...column('Fee', 'REAL'), unit: '$' },
    column('Visit date', 'DATE'),
    column('Invoice date', 'DATE'),
  ],
}
const leases: AskedTable = {
  as: 'عقود',
  titles: ['عقود الإيجار'],
  columns: [
    column('رقم العقد', 'TEXT'),
    column('المستأجر', 'TEXT'),
    column('حالة العقد', 'TEXT', ['نشط', 'ملغى']),
    column('قيمة العقد', 'REAL'),
    column('المدة بالأشهر', 'INTEGER'),
    column('تاريخ التسجيل', 'DATE'),
  ],
}
const sqlOver = (table: AskedTable, question: string): string => {
  const understood = understand(question, table)
  return understood.kind === 'Sure' ? sqlOf(understood.question) : understood.kind
}

it.each([
  // Other forms of words.
  ['How many visits were emergencies?', "count(*) FROM visits WHERE kind_of_visit = 'Emergency'"],
  ['What is the average waiting time?', 'avg(waiting_minutes) FROM visits'],
  ['What is the longest waiting time?', 'max(waiting_minutes) FROM visits'],
  // What a number, a date, or a verb belongs to.
  ['How many visits with fees over $200?', 'count(*) FROM visits WHERE fee > 200'],
  ['How many visits over $200?', 'count(*) FROM visits WHERE fee > 200'],
  [
    'How many visits in May 2025?',
    "count(*) FROM visits WHERE visit_date >= '2025-05' AND visit_date < '2025-06'",
  ],
  [
    'How many visits were invoiced in May 2025?',
    "count(*) FROM visits WHERE invoice_date >= '2025-05' AND invoice_date < '2025-06'",
  ],
  ['How many visits were invoiced?', 'count(*) FROM visits WHERE invoice_date IS NOT NULL'],
  ['How many visits have an invoice date?', 'count(*) FROM visits WHERE invoice_date IS NOT NULL'],
  ['How many visits have no invoice date?', 'count(*) FROM visits WHERE invoice_date IS NULL'],
  ['How many visits were paid by card?', "count(*) FROM visits WHERE payment_method = 'Card'"],
  ['How many visits since the beginning of 2025?', "count(*) FROM visits WHERE visit_date >= '2025'"],
  [
    'How many visits in the first quarter of 2025?',
    "count(*) FROM visits WHERE visit_date >= '2025-01' AND visit_date < '2025-04'",
  ],
  ['How many visits have a waiting time of 30?', 'count(*) FROM visits WHERE waiting_minutes = 30'],
  ['How many visits had a waiting time of 30 or more?', 'count(*) FROM visits WHERE waiting_minutes >= 30'],
  // What is counted.
  ['How many patients are there?', 'count(distinct patient_name) FROM visits'],
  [
    'How many patients have a patient age above 60?',
    'count(distinct patient_name) FROM visits WHERE patient_age > 60',
  ],
  ['How much is the highest fee?', 'max(fee) FROM visits'],
])('of two dates and other forms of words, understands %s', (question, sql) => {
  expect(sqlOver(visits, question).replace('SELECT ', '')).toBe(sql)
})

it.each([
  'How many visits were paid?',
  'How many payments were there?',
  'How many visits have been sold?',
  'How many visits from 2024?',
  'How many visits had a waiting time of 30 or 40?',
  'What is the total fee without waiting time?',
  'How many visits cost over $200?',
])('with several meanings, is not sure about %s', (question) => {
  expect(sqlOver(visits, question)).toBe('Unsure')
})

it.each([
  ['كم عقد لدينا؟', 'count(*) FROM عقود'],
  ['كم عقداً نشطاً لدينا؟', "count(*) FROM عقود WHERE حالة_العقد = 'نشط'"],
  ['كم عدد العقود الملغاة؟', "count(*) FROM عقود WHERE حالة_العقد = 'ملغى'"],
  ['كم عقد قيمته أكثر من 5000 ريال؟', 'count(*) FROM عقود WHERE قيمة_العقد > 5000'],
  ['كم أعلى قيمة عقد؟', 'max(قيمة_العقد) FROM عقود'],
  ['كم إجمالي قيمة العقود؟', 'sum(قيمة_العقد) FROM عقود'],
  ['كم قيمة العقود النشطة؟', "sum(قيمة_العقد) FROM عقود WHERE حالة_العقد = 'نشط'"],
  ['كم عدد العقود المسجلة منذ بداية عام 2024؟', "count(*) FROM عقود WHERE تاريخ_التسجيل >= '2024'"],
  [
    'كم عقد في الربع الثاني من 2024؟',
    "count(*) FROM عقود WHERE تاريخ_التسجيل >= '2024-04' AND تاريخ_التسجيل < '2024-07'",
  ],
])('in Arabic, understands %s', (question, sql) => {
  expect(sqlOver(leases, question).replace('SELECT ', '')).toBe(sql)
})
