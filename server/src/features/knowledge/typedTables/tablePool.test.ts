import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import {
  customerQuestions,
  isExpected,
  makeSales,
  questionsOver,
  type Style,
  typeOf,
  writeCustomers,
  writeSales,
} from '../../../testing/generatedTables.ts'
import { XLSX } from '../extraction/sniff.ts'
import { makeWorkbook } from '../testing/officeDocuments.ts'
import { createTablePool, type QueryFailure, type TableFile } from './tablePool.ts'

const pool = createTablePool()
const others: { close(): void }[] = []
afterAll(() => {
  pool.close()
  for (const other of others) other.close()
})

const fileOf = (
  name: string,
  content: string | Buffer,
  mimeType: TableFile['mimeType'] = 'text/csv',
): TableFile => {
  const bytes = Buffer.from(content)
  return { key: name, name, size: bytes.length, mimeType, read: () => Readable.from([bytes]) }
}
const small = fileOf('small.csv', 'Name,Amount\nAda,5\nBen,7')
const query = (sql: string, file = small, table = 'small', from = pool) =>
  from.query([{ file, names: [{ table, as: table }] }], sql)
const failureOf = (sql: string) =>
  query(sql).then(
    (result) => `answered: ${JSON.stringify(result.rows)}`,
    ({ reason, message }: QueryFailure) => `${reason}: ${message}`,
  )

describe('the tables of a file', () => {
  it('count a number once that is merged over several rows, and repeat what rows have in common', async () => {
    const rows = [
      ['Team', 'Year', 'Item', 'Budget'],
      ['Ropes', 2024, 'Hemp', 300],
      ['Ropes', 2024, 'Jute', 300],
      ['Sails', 2025, 'Linen', 50],
    ]
    const merges = ['A2:A3', 'B2:B3', 'D2:D3']
    const file = fileOf('budget.xlsx', makeWorkbook([{ name: 'Budget', rows, merges }]), XLSX)
    const { rows: sums } = await query(
      'select team, year, count(*), sum(budget), avg(budget) from budget group by team, year order by team',
      file,
      'Budget',
    )
    expect(sums).toEqual([
      ['Ropes', 2024, 2, 300, 300],
      ['Sails', 2025, 1, 50, 50],
    ])
  })

  it.each<Style>(['Plain', 'American', 'European', 'Tabs', 'Arabic'])(
    'written in the style %s are queried with the right answers',
    async (style) => {
      const sales = makeSales(2000, 5)
      const file = fileOf(`sales ${style}`, [...writeSales(sales, style)].join(''), typeOf(style))
      const customers = fileOf('customers', writeCustomers())
      const [table] = await pool.tablesOf(file)
      const [known] = await pool.tablesOf(customers)
      for (const { sql, expected } of questionsOver(sales)) {
        const names = [
          { file, names: [{ table: table!.name, as: 'sales' }] },
          { file: customers, names: [{ table: known!.name, as: 'customers' }] },
        ]
        const { rows } = await pool.query(names, sql)
        expect(isExpected(rows, expected), `${sql}: ${JSON.stringify(rows)}`).toBe(true)
      }
      for (const { sql, expected } of customerQuestions()) {
        const { rows } = await pool.query(
          [{ file: customers, names: [{ table: known!.name, as: 'sales' }] }],
          sql,
        )
        expect(isExpected(rows, expected), sql).toBe(true)
      }
    },
  )

  it('of a workbook have one table each, with exact values, their text, and the numbers of their rows', async () => {
    const book = makeWorkbook([
      {
        name: 'Sales',
        rows: [
          ['Sales of 2024'],
          [],
          ['Region', 'Amount', 'Day', 'Share', 'Code'],
          ['North', { v: 1234.5, z: '#,##0.00' }, { v: 45292, z: 'dd.mm.yyyy' }, { v: 0.25, z: '0%' }, '007'],
          ['South', { v: 80, z: '#,##0.00' }, { v: 45293, z: 'dd.mm.yyyy' }, { v: 0.75, z: '0%' }, '008'],
          ['Total', { v: 1314.5, z: '#,##0.00' }, null, null, null],
          [],
          ['Port', 'Berths'],
          ['Ostra', 12],
        ],
      },
    ])
    const tables = await pool.tablesOf(fileOf('book.xlsx', book, XLSX))
    expect(
      tables.map(({ name, rows, firstRow, lastRow, leftOut }) => ({
        name,
        rows,
        firstRow,
        lastRow,
        leftOut,
      })),
    ).toEqual([
      { name: 'sales', rows: 2, firstRow: 4, lastRow: 5, leftOut: 1 },
      { name: 'sales_2', rows: 1, firstRow: 9, lastRow: 9, leftOut: 0 },
    ])
    const { rows } = await query('SELECT * FROM sales', fileOf('book.xlsx', book, XLSX), 'sales')
    expect(rows).toEqual([
      [4, 'North', 1234.5, '1,234.50', '2024-01-01', '01.01.2024', 0.25, '25%', '007'],
      [5, 'South', 80, '80.00', '2024-01-02', '02.01.2024', 0.75, '75%', '008'],
    ])
  })

  it('tells what a result is based on', async () => {
    expect(await query("SELECT sum(amount) FROM small WHERE name = 'Ben'")).toMatchObject({
      rows: [[7]],
      read: [{ table: 'small', columns: expect.arrayContaining(['name', 'amount']) }],
      used: { rows: 1, first: 3, last: 3 },
    })
  })

  it('returns at most 200 rows, and says that there are more', async () => {
    const many = fileOf(
      'many.csv',
      `A,B\n${Array.from({ length: 500 }, (_, at) => `x${at},${at}`).join('\n')}`,
    )
    await pool.tablesOf(many)
    const result = await query('SELECT * FROM many', many, 'many')
    expect([result.rows.length, result.isCut]).toEqual([200, true])
  })
})

describe('a hostile query', () => {
  const outside = path.join(tmpdir(), `tables-${process.pid}.db`)

  it.each([
    [`ATTACH '${outside}' AS x`, 'Only a single SELECT'],
    [`VACUUM INTO '${outside}'`, 'Only a single SELECT'],
    ['DELETE FROM small', 'Only a single SELECT'],
    ['SELECT 1; DROP TABLE small', 'Only a single SELECT'],
    ['SELECT 1 /* ; */; -- x\nDELETE FROM small', 'Only a single SELECT'],
    ['PRAGMA query_only = 0', 'Only a single SELECT'],
    ['', 'Only a single SELECT'],
    ['WITH x AS (SELECT 1) DELETE FROM small', 'cannot modify'],
    ['WITH x AS (SELECT 1) INSERT INTO small VALUES (9, 1, 1)', ''],
    ["SELECT load_extension('/tmp/x.so')", 'not authorized'],
    ["SELECT fts3_tokenizer('simple')", ''],
    ["SELECT readfile('/etc/passwd')", 'no such function'],
    ["SELECT writefile('/tmp/x', 'y')", 'no such function'],
    ['SELECT * FROM sqlite_master', 'prohibited'],
    ['SELECT * FROM file_0.sqlite_master', 'prohibited'],
    ['SELECT * FROM pragma_database_list', 'prohibited'],
    ['SELECT * FROM dbstat', 'prohibited'],
    ["SELECT * FROM json_each('[1]')", ''],
    ['SELECT zeroblob(1000000000)', 'not authorized'],
    ['SELECT hex(randomblob(1000000000))', ''],
    ["SELECT printf('%1000000000d', 1)", 'too big'],
    ["SELECT group_concat(name, replace(printf('%900000d', 1), ' ', 'xxxxx')) FROM small", ''],
    ['SELECT * FROM other_file', 'no such table'],
    [`SELECT ${'abs('.repeat(200)}1${')'.repeat(200)}`, ''],
    [`SELECT 1${' UNION SELECT 1'.repeat(1000)}`, ''],
  ])('is refused: %s', async (sql, message) => {
    expect(await failureOf(sql)).toMatch(new RegExp(`^Refused: .*${message}`))
    expect(existsSync(outside)).toBe(false)
    expect((await query('SELECT count(*) FROM small')).rows).toEqual([[2]])
  })

  it('is ended at its time limit, and the next one is answered', async () => {
    const quick = createTablePool({ queryMs: 1000 })
    others.push(quick)
    const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c'
    const [hostile, other] = await Promise.allSettled([
      query(endless, small, 'small', quick),
      query('SELECT count(*) FROM small', small, 'small', quick),
    ])
    expect(hostile).toMatchObject({ status: 'rejected', reason: { reason: 'TooLong' } })
    expect(other).toMatchObject({ status: 'fulfilled', value: { rows: [[2]] } })
    expect((await query('SELECT sum(amount) FROM small', small, 'small', quick)).rows).toEqual([[12]])
  })

  it('that fills the memory is ended, and the next one is answered', async () => {
    const filling =
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 100000000) SELECT x, printf('%900000d', x) AS y FROM c ORDER BY y"
    await expect(query(filling)).rejects.toThrow()
    expect((await query('SELECT count(*) FROM small')).rows).toEqual([[2]])
  }, 30_000)
})
