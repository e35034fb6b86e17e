import { csvOf, type Order, salesOf, seededNumbers } from './salesFiles.ts'

/** A task with files, the code that a scripted model runs, and what must come of it, computed without that code. */
export interface DataTask {
  name: string
  files: Record<string, string>
  /** The cells of each question, one after another. Attachments come with the first question. */
  questions: string[][]
  /** What the last cell prints as JSON. Numbers may differ in their last digits. */
  prints?: unknown
  /** The points of a chart, by its title. */
  charts?: Record<string, { x: (string | number)[]; y: number[] }[]>
  /** The contents of text files that are offered. */
  writes?: Record<string, string>
}

const { customers, orders } = salesOf(7)
const files = { 'orders.csv': csvOf(orders), 'customers.csv': csvOf(customers) }
const read = `import json, pandas as pd
orders = pd.read_csv('orders.csv')
customers = pd.read_csv('customers.csv')`

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
const mean = (values: readonly number[]) => sum(values) / values.length

/** Returns groups in the order of their names. */
function grouped<T>(rows: readonly T[], name: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(name(row), [...(groups.get(name(row)) ?? []), row])
  return new Map([...groups].sort(([one], [other]) => (one < other ? -1 : 1)))
}

const totals = (groups: Map<string, Order[]>) =>
  Object.fromEntries([...groups].map(([name, rows]) => [name, sum(rows.map((one) => one.amount))]))

/** Linear interpolation between the neighbors, as pandas does it. */
function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)] ?? 0
  return low + ((sorted[Math.ceil(place)] ?? 0) - low) * (place % 1)
}

const countryOf = new Map(customers.map(({ id, country }) => [id, country]))
const known = orders.filter(({ customer }) => countryOf.has(customer))
const month = ({ day }: Order) => day.slice(0, 7)
const byMonth = totals(grouped(orders, month))
const amounts = orders.map(({ amount }) => amount)
const categories = [...grouped(orders, ({ category }) => category).keys()]

const next = seededNumbers(21)
const measured = Array.from({ length: 60 }, (_, at) => ({
  hour: at,
  value: Math.round(1000 * (5 + at * 0.5 + next() * 4)) / 1000,
}))
const messy = Array.from({ length: 120 }, (_, at) => {
  const name = ['Ulm', 'Bonn', 'Kiel'][at % 3] as string
  const written = [name, ` ${name.toLowerCase()}`, `${name.toUpperCase()} `][Math.floor(next() * 3)]
  const price = (100 + at) / 4
  return { city: written, price: `"${price.toFixed(2).replace('.', ',')}"`, day: `${(at % 28) + 1}.3.2025` }
})
const twice = [...messy, ...messy.slice(0, 30)]
const messyCsv = csvOf(twice, ';')
const cleaned = grouped(
  messy.map(({ city }, at) => ({ city: city?.trim().toLowerCase() ?? '', price: (100 + at) / 4 })),
  ({ city }) => city[0]?.toUpperCase() + city.slice(1),
)

function slopeOf(rows: readonly { hour: number; value: number }[]): { slope: number; start: number } {
  const x = mean(rows.map(({ hour }) => hour))
  const y = mean(rows.map(({ value }) => value))
  const slope =
    sum(rows.map(({ hour, value }) => (hour - x) * (value - y))) /
    sum(rows.map(({ hour }) => (hour - x) ** 2))
  return { slope, start: y - slope * x }
}

function correlationOf(rows: readonly { hour: number; value: number }[]): number {
  const x = mean(rows.map(({ hour }) => hour))
  const y = mean(rows.map(({ value }) => value))
  const together = sum(rows.map(({ hour, value }) => (hour - x) * (value - y)))
  const spread = (values: number[], middle: number) => sum(values.map((one) => (one - middle) ** 2))
  return (
    together /
    Math.sqrt(
      spread(
        rows.map(({ hour }) => hour),
        x,
      ) *
        spread(
          rows.map(({ value }) => value),
          y,
        ),
    )
  )
}

const { slope, start } = slopeOf(measured)
const low = quantileOf(amounts, 0.25)
const high = quantileOf(amounts, 0.75)
const arabic = ['القاهرة', 'دبي', 'القاهرة', 'الرياض', 'دبي', 'القاهرة'].map((city, at) => ({
  city,
  sum: 10 * (at + 1),
}))
const arabicTotals = { الرياض: 40, القاهرة: 100, دبي: 70 }
const paid = orders.slice(0, 50).map(({ id, amount }) => ({ id, paid: id % 5 === 0 ? amount / 2 : amount }))

export const dataTasks: DataTask[] = [
  {
    name: 'join: total by country',
    files,
    questions: [
      [
        `${read}
joined = orders.merge(customers, left_on='customer', right_on='id')
print(json.dumps(joined.groupby('country')['amount'].sum().to_dict()))`,
      ],
    ],
    prints: totals(grouped(known, ({ customer }) => countryOf.get(customer) ?? '')),
  },
  {
    name: 'join: orders without a customer',
    files,
    questions: [
      [
        `${read}
joined = orders.merge(customers, how='left', left_on='customer', right_on='id', suffixes=('', '_c'))
print(json.dumps(joined[joined['id_c'].isna()]['id'].tolist()))`,
      ],
    ],
    prints: orders.filter(({ customer }) => !countryOf.has(customer)).map(({ id }) => id),
  },
  {
    name: 'join: CSV with JSON',
    files: { ...files, 'paid.json': JSON.stringify(paid) },
    questions: [
      [
        `${read}
both = orders.merge(pd.read_json('paid.json'), on='id')
print(json.dumps(float((both['amount'] - both['paid']).sum())))`,
      ],
    ],
    prints: sum(
      orders
        .slice(0, 50)
        .filter(({ id }) => id % 5 === 0)
        .map(({ amount }) => amount / 2),
    ),
  },
  {
    name: 'pivot: month by category',
    files,
    questions: [
      [
        `${read}
orders['month'] = orders['day'].str[:7]
table = orders.pivot_table(index='month', columns='category', values='amount', aggfunc='sum', fill_value=0)
print(json.dumps(table.to_dict('index')))
table.to_csv('pivot.csv')`,
      ],
    ],
    prints: Object.fromEntries(
      [...grouped(orders, month)].map(([name, rows]) => [
        name,
        Object.fromEntries(
          categories.map((category) => [
            category,
            sum(rows.filter((one) => one.category === category).map(({ amount }) => amount)),
          ]),
        ),
      ]),
    ),
  },
  {
    name: 'pivot: counts with totals',
    files,
    questions: [
      [
        `${read}
table = pd.crosstab(orders['category'], orders['rating'].fillna(0).astype(int), margins=True)
print(json.dumps(table['All'].to_dict()))`,
      ],
    ],
    prints: {
      ...Object.fromEntries(
        [...grouped(orders, ({ category }) => category)].map(([name, rows]) => [name, rows.length]),
      ),
      All: orders.length,
    },
  },
  {
    name: 'plot: revenue by month as a line',
    files,
    questions: [
      [
        `${read}
import matplotlib.pyplot as plt
monthly = orders.groupby(orders['day'].str[:7])['amount'].sum()
plt.plot(monthly.index, monthly.values)
plt.title('Revenue by month')`,
      ],
    ],
    charts: { 'Revenue by month': [{ x: Object.keys(byMonth), y: Object.values(byMonth) }] },
  },
  {
    name: 'plot: bars',
    files,
    questions: [
      [
        `${read}
import matplotlib.pyplot as plt
counts = orders['category'].value_counts().sort_index()
plt.bar(counts.index, counts.values)
plt.title('Orders by category')
plt.ylabel('Orders')`,
      ],
    ],
    charts: {
      'Orders by category': [
        {
          x: categories,
          y: categories.map((category) => orders.filter((one) => one.category === category).length),
        },
      ],
    },
  },
  {
    name: 'plot: two charts in one cell',
    files: { 'measured.csv': csvOf(measured) },
    questions: [
      [
        `import pandas as pd, matplotlib.pyplot as plt
m = pd.read_csv('measured.csv').head(10)
plt.plot(m['hour'], m['value'])
plt.title('First')
plt.show()
plt.plot(m['hour'], m['value'] * 2)
plt.title('Second')`,
      ],
    ],
    charts: {
      First: [
        {
          x: measured.slice(0, 10).map(({ hour }) => hour),
          y: measured.slice(0, 10).map(({ value }) => value),
        },
      ],
      Second: [
        {
          x: measured.slice(0, 10).map(({ hour }) => hour),
          y: measured.slice(0, 10).map(({ value }) => value * 2),
        },
      ],
    },
  },
  {
    name: 'clean: names, decimal commas, and rows that are there twice',
    files: { 'messy.csv': messyCsv },
    questions: [
      [
        `import json, pandas as pd
m = pd.read_csv('messy.csv', sep=';', decimal=',').drop_duplicates()
m['city'] = m['city'].str.strip().str.capitalize()
print(json.dumps(m.groupby('city')['price'].sum().to_dict()))`,
      ],
    ],
    prints: Object.fromEntries(
      [...cleaned].map(([city, rows]) => [city, sum(rows.map(({ price }) => price))]),
    ),
  },
  {
    name: 'clean: dates of another form',
    files: { 'messy.csv': messyCsv },
    questions: [
      [
        `import json, pandas as pd
m = pd.read_csv('messy.csv', sep=';')
days = pd.to_datetime(m['day'], format='%d.%m.%Y')
print(json.dumps([str(days.min().date()), str(days.max().date()), int(days.isna().sum())]))`,
      ],
    ],
    prints: ['2025-03-01', '2025-03-28', 0],
  },
  {
    name: 'clean: missing values by the median of their group',
    files,
    questions: [
      [
        `${read}
filled = orders['rating'].fillna(orders.groupby('category')['rating'].transform('median'))
print(json.dumps([int(orders['rating'].isna().sum()), float(filled.mean())]))`,
      ],
    ],
    prints: [
      orders.filter(({ rating }) => rating === null).length,
      mean(
        orders.map(({ rating, category }) => {
          const group = orders.filter((one) => one.category === category && one.rating !== null)
          return (
            rating ??
            quantileOf(
              group.map((one) => one.rating ?? 0),
              0.5,
            )
          )
        }),
      ),
    ],
  },
  {
    name: 'clean: a file that is written and offered',
    files: { 'messy.csv': messyCsv },
    questions: [
      [
        `import pandas as pd
m = pd.read_csv('messy.csv', sep=';').drop_duplicates()
m['city'].str.strip().str.capitalize().value_counts().sort_index().to_csv('cities.csv', header=['count'], index_label='city')`,
      ],
    ],
    writes: {
      'cities.csv': `city,count\n${[...cleaned].map(([city, rows]) => `${city},${rows.length}`).join('\n')}\n`,
    },
  },
  {
    name: 'statistics: mean, spread, and quantiles',
    files,
    questions: [
      [
        `${read}
a = orders['amount']
print(json.dumps([float(x) for x in (a.mean(), a.std(), a.quantile(0.25), a.median(), a.quantile(0.9))]))`,
      ],
    ],
    prints: [
      mean(amounts),
      Math.sqrt(sum(amounts.map((one) => (one - mean(amounts)) ** 2)) / (amounts.length - 1)),
      low,
      quantileOf(amounts, 0.5),
      quantileOf(amounts, 0.9),
    ],
  },
  {
    name: 'statistics: correlation',
    files: { 'measured.csv': csvOf(measured) },
    questions: [
      [
        `import json, pandas as pd
m = pd.read_csv('measured.csv')
print(json.dumps(float(m['hour'].corr(m['value']))))`,
      ],
    ],
    prints: correlationOf(measured),
  },
  {
    name: 'statistics: a line through points',
    files: { 'measured.csv': csvOf(measured) },
    questions: [
      [
        `import json, numpy as np, pandas as pd
m = pd.read_csv('measured.csv')
slope, start = np.polyfit(m['hour'], m['value'], 1)
print(json.dumps([float(slope), float(start)]))`,
      ],
    ],
    prints: [slope, start],
  },
  {
    name: 'statistics: a moving average',
    files: { 'measured.csv': csvOf(measured) },
    questions: [
      [
        `import json, pandas as pd
m = pd.read_csv('measured.csv')
print(json.dumps(m['value'].rolling(7).mean().dropna().tolist()))`,
      ],
    ],
    prints: measured.slice(6).map((_, at) => mean(measured.slice(at, at + 7).map(({ value }) => value))),
  },
  {
    name: 'statistics: unusual values',
    files,
    questions: [
      [
        `${read}
a = orders['amount']
low, high = a.quantile(0.25), a.quantile(0.75)
print(json.dumps(orders[(a < low) | (a > high)]['id'].tolist()))`,
      ],
    ],
    prints: orders.filter(({ amount }) => amount < low || amount > high).map(({ id }) => id),
  },
  {
    name: 'statistics: the best three of each group',
    files,
    questions: [
      [
        `${read}
best = orders.sort_values(['amount', 'id'], ascending=[False, True]).groupby('category').head(3).sort_values(['category', 'amount'], ascending=[True, False])
print(json.dumps(best['id'].tolist()))`,
      ],
    ],
    prints: [...grouped(orders, ({ category }) => category).values()].flatMap((rows) =>
      rows
        .toSorted((one, other) => other.amount - one.amount || one.id - other.id)
        .slice(0, 3)
        .map(({ id }) => id),
    ),
  },
  {
    name: 'files: a workbook that the next question reads',
    files,
    questions: [
      [
        `${read}
with pd.ExcelWriter('report.xlsx') as book:
    orders.head(20).to_excel(book, sheet_name='Orders', index=False)
    customers.to_excel(book, sheet_name='Customers', index=False)`,
      ],
      [
        `import json, pandas as pd
book = pd.read_excel('report.xlsx', sheet_name=None)
print(json.dumps([sorted(book), float(book['Orders']['amount'].sum()), len(book['Customers'])]))`,
      ],
    ],
    prints: [['Customers', 'Orders'], sum(amounts.slice(0, 20)), customers.length],
  },
  {
    name: 'Arabic: names in a file, in a chart, and in what is printed',
    files: { 'المبيعات.csv': csvOf(arabic) },
    questions: [
      [
        `import json, pandas as pd, matplotlib.pyplot as plt
d = pd.read_csv('المبيعات.csv')
total = d.groupby('city')['sum'].sum()
plt.bar(total.index, total.values)
plt.title('المبيعات')
print(json.dumps(total.to_dict(), ensure_ascii=False))`,
      ],
    ],
    prints: arabicTotals,
    charts: { المبيعات: [{ x: Object.keys(arabicTotals), y: Object.values(arabicTotals) }] },
  },
]
