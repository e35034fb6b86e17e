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
