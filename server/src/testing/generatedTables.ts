import type { MimeType } from '../features/knowledge/extraction/sniff.ts'

/** A sale of a generated table, from which the right answers to questions are computed. */
export interface Sale {
  id: number
  region: string
  customer: string
  product: string
  quantity: number
  cents: number
  day: string
  isPaid: boolean
}

const regions = ['North', 'South', 'East', 'West', 'Center'] as const
const countries = ['Norway', 'Kenya', 'Peru', 'Japan'] as const
const DAYS = 730
const FIRST_DAY = Date.UTC(2023, 0, 1)
const DAY_MS = 86_400_000

/** The same numbers for the same seed on every machine. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export function makeSales(count: number, seed: number): Sale[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, at) => ({
    id: 100_000 + at,
    region: regions[random(regions.length)]!,
    customer: `Customer ${random(1000)}`,
    product: `Product ${random(60)}`,
    quantity: 1 + random(20),
    cents: 100 + random(5_000_000),
    day: new Date(FIRST_DAY + random(DAYS) * DAY_MS).toISOString().slice(0, 10),
    isPaid: random(3) > 0,
  }))
}

/** The country of each customer, for joins. */
const countryOf = (customer: string): string =>
  countries[Number(customer.replace(/\D/g, '')) % countries.length]!

/** How the values of a table are written. */
export type Style = 'Plain' | 'American' | 'European' | 'Tabs' | 'Arabic'

const header = ['Order ID', 'Region', 'Customer', 'Product', 'Quantity', 'Amount', 'Order date', 'Paid']
const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
const eastern = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))

const styles: Record<Style, { separator: string; amount(cents: number): string; day(day: string): string }> =
  {
    Plain: { separator: ',', amount: (cents) => (cents / 100).toFixed(2), day: (day) => day },
    American: {
      separator: ',',
      amount: (cents) => `"$${grouped.format(cents / 100)}"`,
      day: (day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
    },
    European: {
      separator: ';',
      amount: (cents) =>
        `${grouped.format(cents / 100).replace(/[.,]/g, (one) => (one === '.' ? ',' : '.'))} €`,
      day: (day) => `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`,
    },
    Tabs: { separator: '\t', amount: (cents) => grouped.format(cents / 100), day: (day) => day },
    Arabic: {
      separator: ',',
      amount: (cents) => eastern((cents / 100).toFixed(2)).replace('.', '٫'),
      day: (day) => day,
    },
  }

export const typeOf = (style: Style): MimeType =>
  style === 'Tabs' ? 'text/tab-separated-values' : 'text/csv'

/** Writes sales as a file, piece by piece. */
export function* writeSales(sales: Iterable<Sale>, style: Style): Generator<string> {
  const { separator, amount, day } = styles[style]
  let piece = `${header.join(separator)}\n`
  for (const sale of sales) {
    const { id, region, customer, product, quantity, cents, isPaid } = sale
    const cells = [
      id,
      region,
      customer,
      product,
      quantity,
      amount(cents),
      day(sale.day),
      isPaid ? 'yes' : 'no',
    ]
    piece += `${cells.join(separator)}\n`
    if (piece.length < 100_000) continue
    yield piece
    piece = ''
  }
  yield piece
}

export const writeCustomers = (): string =>
  [
    'Customer,Country,Credit',
    ...Array.from(
      { length: 1000 },
      (_, at) => `Customer ${at},${countryOf(`Customer ${at}`)},${(at * 7) % 500}`,
    ),
  ].join('\n')

interface TableQuestion {
  sql: string
  /** Whether the table of customers is needed too. */
  isJoin: boolean
  expected: (string | number)[][]
}

const sumOf = (sales: readonly Sale[]) => sales.reduce((sum, { cents }) => sum + cents, 0) / 100

function grouping<T>(
  sales: readonly Sale[],
  key: (sale: Sale) => string,
  of: (sales: Sale[]) => T,
): [string, T][] {
  const groups = new Map<string, Sale[]>()
  for (const sale of sales) {
    const group = groups.get(key(sale))
    if (group) group.push(sale)
    else groups.set(key(sale), [sale])
  }
  return [...groups].map(([name, own]): [string, T] => [name, of(own)])
}

const byName = (a: [string, unknown], b: [string, unknown]) => (a[0] < b[0] ? -1 : 1)

/** Returns questions over a table of sales with their answers, which don't come from a query. */
export function questionsOver(sales: readonly Sale[]): TableQuestion[] {
  const totals = grouping(sales, ({ customer }) => customer, sumOf)
  const inCountry = grouping(sales, ({ customer }) => countryOf(customer), sumOf)
  const inSpring = sales.filter(({ day }) => day >= '2024-03-15' && day <= '2024-05-31')
  return [
    {
      sql: "SELECT count(*) FROM sales WHERE region = 'North' AND paid = 0",
      isJoin: false,
      expected: [[sales.filter(({ region, isPaid }) => region === 'North' && !isPaid).length]],
    },
    {
      sql: "SELECT sum(amount) FROM sales WHERE product = 'Product 7' AND quantity >= 10",
      isJoin: false,
      expected: [[sumOf(sales.filter(({ product, quantity }) => product === 'Product 7' && quantity >= 10))]],
    },
    {
      sql: 'SELECT substr(order_date, 1, 7) AS month, avg(amount) FROM sales GROUP BY month ORDER BY month',
      isJoin: false,
      expected: grouping(
        sales,
        ({ day }) => day.slice(0, 7),
        (own) => sumOf(own) / own.length,
      ).toSorted(byName),
    },
    {
      sql: 'SELECT customer, sum(amount) AS total FROM sales GROUP BY customer ORDER BY total DESC, customer LIMIT 10',
      isJoin: false,
      expected: totals.toSorted((a, b) => b[1] - a[1] || byName(a, b)).slice(0, 10),
    },
    {
      sql: "SELECT count(*), max(amount) FROM sales WHERE order_date BETWEEN '2024-03-15' AND '2024-05-31'",
      isJoin: false,
      expected: [[inSpring.length, inSpring.reduce((most, { cents }) => Math.max(most, cents), 0) / 100]],
    },
    {
      sql: 'SELECT c.country, sum(s.amount) FROM sales s JOIN customers c ON c.customer = s.customer GROUP BY c.country ORDER BY c.country',
      isJoin: true,
      expected: inCountry.toSorted(byName),
    },
  ]
}

/** Questions over the table of customers. */
export function customerQuestions(): TableQuestion[] {
  const all = Array.from({ length: 1000 }, (_, at) => ({
    country: countryOf(`Customer ${at}`),
    credit: (at * 7) % 500,
  }))
  const own = (country: string) => all.filter((one) => one.country === country)
  const question = (sql: string, ...expected: (string | number)[][]): TableQuestion => ({
    sql,
    isJoin: false,
    expected,
  })
  return [
    question('SELECT count(*) FROM sales', [1000]),
    question('SELECT count(DISTINCT country) FROM sales', [countries.length]),
    question("SELECT count(*) FROM sales WHERE country = 'Peru'", [own('Peru').length]),
    question('SELECT min(credit), max(credit) FROM sales', [0, 499]),
    question(
      'SELECT country, count(*) FROM sales GROUP BY country ORDER BY country',
      ...countries.toSorted().map((one) => [one, own(one).length]),
    ),
    question('SELECT sum(credit) FROM sales WHERE credit > 250', [
      all.reduce((sum, { credit }) => sum + (credit > 250 ? credit : 0), 0),
    ]),
  ]
}

/** Whether a result is the expected one. Sums of decimals differ in their last digits by the order of their parts. */
export function isExpected(
  rows: readonly (readonly unknown[])[],
  expected: TableQuestion['expected'],
): boolean {
  const isSame = (value: unknown, wanted: string | number | undefined) =>
    typeof wanted === 'number' && typeof value === 'number'
      ? Math.abs(value - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))
      : value === wanted
  return (
    rows.length === expected.length &&
    rows.every((row, at) => row.every((value, column) => isSame(value, expected[at]?.[column])))
  )
}
