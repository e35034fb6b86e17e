import { expect, it } from 'vitest'
import type { AskedTable, TableColumn } from './askedTable.ts'
import { mostLikely } from './mostLikely.ts'
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

const unique = (title: string): TableColumn => ({ ...column(title, 'TEXT'), isUnique: true })
const repairs: AskedTable = {
  as: 'repairs',
  titles: ['workshop log'],
  columns: [
    unique('Repair ID'),
    column('Garage', 'TEXT', ['North Garage', 'Old Mill']),
    column('Mechanic name', 'TEXT', ['Ana Cruz', 'Ivo Petrov']),
    column('Part type', 'TEXT', ['Brake', 'Engine']),
    column('Labor cost (EUR)', 'REAL'),
    column('Labor hours', 'INTEGER'),
    column('Weight kg', 'REAL'),
    column('Difficulty level', 'INTEGER'),
    column('Total parts price', 'REAL'),
    column('Finish date', 'DATE'),
    column('Warranty', 'BOOLEAN'),
  ],
}
const harvests: AskedTable = {
  as: 'محاصيل',
  titles: ['محاصيل المزارع'],
  columns: [
    unique('رقم الشحنة'),
    column('الفئة', 'TEXT', ['خضار', 'فواكه']),
    column('المزرعة', 'TEXT', ['الواحة', 'النخيل']),
    column('الوزن كجم', 'REAL'),
    column('التكلفة (ريال)', 'REAL'),
    column('تاريخ الحصاد', 'DATE'),
  ],
}

it.each([
  // The numbers of the rows say what each row is.
  ['How many repairs are there?', 'count(*) FROM repairs'],
  ['How many repairs were done in the Old Mill?', "count(*) FROM repairs WHERE garage = 'Old Mill'"],
  [
    'Which mechanic has the most repairs?',
    'mechanic_name, count(*) AS result FROM repairs GROUP BY 1 ORDER BY result DESC, 1 LIMIT 2',
  ],
  [
    'Which garage has the largest number of repairs?',
    'garage, count(*) AS result FROM repairs GROUP BY 1 ORDER BY result DESC, 1 LIMIT 2',
  ],
  [
    'Which garage has the fewest mechanics?',
    'garage, count(distinct mechanic_name) AS result FROM repairs GROUP BY 1 ORDER BY result ASC, 1 LIMIT 2',
  ],
  [
    'What is the most common part type?',
    'part_type, count(*) AS result FROM repairs GROUP BY 1 ORDER BY result DESC, 1 LIMIT 2',
  ],
  // Units are part of a name, and needn't be said.
  ['What is the total labor cost?', 'sum(labor_cost_(eur)) FROM repairs'],
  ['What is the average weight in kg?', 'avg(weight_kg) FROM repairs'],
  [
    'How many repairs have a labor cost over 200 euros?',
    'count(*) FROM repairs WHERE labor_cost_(eur) > 200',
  ],
  // Other ways to write names, numbers, and conditions.
  ['What is the average cost of labor?', 'avg(labor_cost_(eur)) FROM repairs'],
  ['How many repairs with 5 labor hours?', 'count(*) FROM repairs WHERE labor_hours = 5'],
  ['How many repairs took 5 labor hours or more?', 'count(*) FROM repairs WHERE labor_hours >= 5'],
  ["How many repairs don't have a warranty?", 'count(*) FROM repairs WHERE warranty = 0'],
  ["How many repairs haven't been for Brake?", "count(*) FROM repairs WHERE part_type IS NOT 'Brake'"],
  [
    'How many repairs have a finish in March 2025?',
    "count(*) FROM repairs WHERE finish_date >= '2025-03' AND finish_date < '2025-04'",
  ],
  ['How many repairs of the type Brake?', "count(*) FROM repairs WHERE part_type = 'Brake'"],
  [
    'What is the average labor cost per difficulty level?',
    'difficulty_level, avg(labor_cost_(eur)) AS result FROM repairs GROUP BY 1 ORDER BY 1 LIMIT 100',
  ],
])('with other names for rows and columns, understands %s', (question, sql) => {
  expect(sqlOver(repairs, question).replace('SELECT ', '').replaceAll('"', '')).toBe(sql)
})

it.each([
  [
    'Show me the labor cost per garage',
    'garage, sum(labor_cost_(eur)) AS result FROM repairs GROUP BY 1 ORDER BY 1 LIMIT 100',
  ],
  ['Repairs by garage', 'garage, count(*) AS result FROM repairs GROUP BY 1 ORDER BY 1 LIMIT 100'],
  [
    'List the repairs for each mechanic',
    'mechanic_name, count(*) AS result FROM repairs GROUP BY 1 ORDER BY 1 LIMIT 100',
  ],
  [
    'What was the labor cost in 2024?',
    "sum(labor_cost_(eur)) FROM repairs WHERE finish_date >= '2024' AND finish_date < '2025'",
  ],
  [
    'What is the total parts price of the Old Mill?',
    "sum(total_parts_price) FROM repairs WHERE garage = 'Old Mill'",
  ],
])('adds up or counts what names no calculation, and says so: %s', (question, sql) => {
  const understood = understand(question, repairs)
  expect(understood).toMatchObject({ kind: 'Sure', question: { assumption: { kind: 'Unnamed' } } })
  expect(sqlOver(repairs, question).replace('SELECT ', '').replaceAll('"', '')).toBe(sql)
})

it.each([
  // Levels and weights by themselves have no total.
  'Show me the difficulty level per garage',
  'Why is the labor cost in the Old Mill so high?',
  'When was the labor cost in the Old Mill paid?',
  'What is the policy for labor cost?',
  'What is the labor cost per labor hours?',
])('calculates nothing for %s', (question) => {
  expect(understand(question, repairs)).not.toMatchObject({ kind: 'Sure' })
})

it.each([
  ['How many jobs were for Brake?', 'jobs', "count(*) FROM repairs WHERE part_type = 'Brake'"],
  ['كم عدد الطرود من الخضار؟', 'الطرود', "count(*) FROM محاصيل WHERE الفئة = 'خضار'"],
])('takes the only unknown word that is counted to mean the rows: %s', (question, word, sql) => {
  const table = sql.includes('repairs') ? repairs : harvests
  expect(understand(question, table)).toMatchObject({ question: { assumption: { kind: 'Rows', word } } })
  expect(sqlOver(table, question).replace('SELECT ', '')).toBe(sql)
})

it('takes an unknown word to mean a column if its unit is named', () => {
  expect(understand('How much steel in kg did the Old Mill use?', repairs)).toMatchObject({
    question: {
      operation: 'Sum',
      measure: { title: 'Weight kg' },
      assumption: { kind: 'Measure', word: 'steel' },
    },
  })
})

it.each([
  // An unknown adjective or verb is a condition.
  'How many lost repairs were for Brake?',
  'How many repairs failed for Brake?',
  'How many jobs were lost for Brake?',
  'How many jobs are there in 2024?',
  // What is named but not used.
  'How many repairs with labor hours are there?',
  'How many repairs are in each?',
  'What is the total labor cost and weight?',
  // The highest repairs aren't the most.
  'Which garage has the highest repairs?',
  'Who has the most repairs or parts?',
])('is not sure about %s', (question) => {
  expect(sqlOver(repairs, question)).toBe('Unsure')
})

it.each([
  ['كم شحنة عندنا من الواحة؟', "count(*) FROM محاصيل WHERE المزرعة = 'الواحة'"],
  ['كم عدد الشحنات في كل فئة؟', 'الفئة, count(*) AS result FROM محاصيل GROUP BY 1 ORDER BY 1 LIMIT 100'],
  ['كم متوسط الوزن لشحنات النخيل؟', "avg(الوزن_كجم) FROM محاصيل WHERE المزرعة = 'النخيل'"],
  ['ما إجمالي الوزن بالنخيل وبالواحة؟', "sum(الوزن_كجم) FROM محاصيل WHERE المزرعة IN ('الواحة', 'النخيل')"],
  [
    'أي مزرعة لديها أكبر عدد من الشحنات؟',
    'المزرعة, count(*) AS result FROM محاصيل GROUP BY 1 ORDER BY result DESC, 1 LIMIT 2',
  ],
  [
    'أعطني التكلفة حسب الفئة',
    'الفئة, sum(التكلفة_(ريال)) AS result FROM محاصيل GROUP BY 1 ORDER BY 1 LIMIT 100',
  ],
  ['كم شحنة تكلفتها 500 ريال أو أكثر؟', 'count(*) FROM محاصيل WHERE التكلفة_(ريال) >= 500'],
  ['كم صرفنا على الفواكه؟', "sum(التكلفة_(ريال)) FROM محاصيل WHERE الفئة = 'فواكه'"],
])('with prefixes, plurals, and units in Arabic, understands %s', (question, sql) => {
  expect(sqlOver(harvests, question).replace('SELECT ', '').replaceAll('"', '')).toBe(sql)
})

it.each(['كم عدد الشحنات في كل بلدة؟', 'كم شحنة تالفة من الخضار؟', 'كم خسرنا من الخضار؟'])(
  'in Arabic, is not sure about %s',
  (question) => {
    expect(sqlOver(harvests, question)).toBe('Unsure')
  },
)

it.each([
  [
    repairs,
    'ما متوسط تكلفة Labor لكل نوع؟',
    'part_type, avg(labor_cost_(eur)) AS result FROM repairs GROUP BY 1 ORDER BY 1 LIMIT 100',
  ],
  [
    harvests,
    'What is the total weight per category?',
    'الفئة, sum(الوزن_كجم) AS result FROM محاصيل GROUP BY 1 ORDER BY 1 LIMIT 100',
  ],
] as const)('translates common names of columns: %#', (table, question, sql) => {
  expect(sqlOver(table, question).replace('SELECT ', '').replaceAll('"', '')).toBe(sql)
})

it('chooses the table that explains most of a question', () => {
  const chosen = (question: string, tables: readonly AskedTable[]) => {
    const understood = tables.map((table) => understand(question, table))
    const all = understood.filter((one) => one.kind !== 'None')
    const best = mostLikely(all)
    return best && { kind: best.understood.kind, at: understood.indexOf(all[best.index]!) }
  }
  expect(chosen('How many repairs were for Brake?', [orders, repairs])).toEqual({ kind: 'Sure', at: 1 })
  // What one table calls by its name isn't assumed of another.
  const parts = { ...orders, columns: [column('Part type', 'TEXT', ['Brake'])] }
  expect(chosen('How many repairs were for Brake?', [parts, repairs])).toEqual({ kind: 'Sure', at: 1 })
  expect(chosen('How many orders were for Brake?', [repairs, orders])?.kind).toBe('Unsure')
  // Both fit.
  expect(chosen('What is the total labor cost?', [repairs, { ...repairs, as: 'older' }])?.kind).toBe('Unsure')
  // A name isn't translated if a table has it as it is written.
  const weights = { ...orders, columns: [column('Category', 'TEXT'), column('Weight', 'REAL')] }
  expect(chosen('What is the total weight per category?', [harvests, weights])).toEqual({
    kind: 'Sure',
    at: 1,
  })
})

const kennels: AskedTable = {
  as: 'pets',
  titles: ['pets'],
  columns: [
    unique('Pet ID'),
    column('Pet kind', 'TEXT', ['Dog', 'Cat']),
    column('Owner', 'TEXT', ['Tess Moor', 'Lars Vik']),
    column('Age', 'INTEGER'),
    column('Stay days', 'INTEGER'),
    column('Food type', 'TEXT', ['Dry', 'Fresh']),
    { ...column('Food price', 'REAL'), unit: '$' },
    column('Boarding fee', 'REAL'),
    column('Vet amount (USD)', 'REAL'),
    column('Care rating', 'INTEGER'),
    column('Discount rate', 'REAL'),
  ],
}

it.each([
  ['How many pets are older than 9?', 'count(*) FROM pets WHERE age > 9'],
  ['How many dogs do we own?', "count(*) FROM pets WHERE pet_kind = 'Dog'"],
  ['How many dogs and cats are there?', "count(*) FROM pets WHERE pet_kind IN ('Dog', 'Cat')"],
  ['What is the average rating of cats?', "avg(care_rating) FROM pets WHERE pet_kind = 'Cat'"],
  ['How many pets stayed more than 3 days?', 'count(*) FROM pets WHERE stay_days > 3'],
  ['How many pets have a stay of more than 3 days?', 'count(*) FROM pets WHERE stay_days > 3'],
  ['How much did Lars Vik spend on food?', "sum(food_price) FROM pets WHERE owner = 'Lars Vik'"],
  [
    'Which owner spent the most on food?',
    'owner, sum(food_price) AS result FROM pets GROUP BY 1 ORDER BY result DESC, 1 LIMIT 2',
  ],
  [
    'Show me the boarding fees by owner',
    'owner, sum(boarding_fee) AS result FROM pets GROUP BY 1 ORDER BY 1 LIMIT 100',
  ],
  ['What is the boarding fee of dogs?', 'None'],
  ['Who spent the most?', 'None'],
])('of ages, kinds, and spending, understands %s', (question, sql) => {
  expect(sqlOver(kennels, question).replace('SELECT ', '')).toBe(sql)
})

const tools: AskedTable = {
  as: 'tool_loans',
  titles: ['tool loans'],
  columns: [
    unique('Loan No'),
    column('Tool name', 'TEXT'),
    column('Borrower name', 'TEXT'),
    column('Depot', 'TEXT', ['Harbor', 'Mill Lane']),
    column('Loan date', 'DATE'),
    column('Return date', 'DATE'),
    column('Late charge', 'REAL'),
  ],
}
const complaints: AskedTable = {
  as: 'complaints',
  titles: ['complaints'],
  columns: [
    unique('Complaint No'),
    column('Handler', 'TEXT', ['Ida Berg', 'Omar Said']),
    column('Product line', 'TEXT', ['Garden', 'Kitchen']),
    column('Decision status', 'TEXT', ['Accepted', 'Refused', 'Open']),
    column('Complaint amount', 'REAL'),
    column('Days open', 'INTEGER'),
    column('Complaint date', 'DATE'),
    column('Express handling', 'BOOLEAN'),
  ],
}
const dogs: AskedTable = {
  as: 'kennel_club',
  titles: ['kennel club'],
  columns: [
    unique('Member'),
    column('Fee plan', 'TEXT', ['Gold', 'Silver']),
    column('Sign-up date', 'DATE'),
    column('Yearly fee', 'REAL'),
    column('Parking permit', 'BOOLEAN'),
    column('Age', 'INTEGER'),
  ],
}
const faults: AskedTable = {
  as: 'بلاغات',
  titles: ['بلاغات الأعطال'],
  columns: [
    unique('رقم البلاغ'),
    column('المهندس', 'TEXT', ['سامي', 'ليلى']),
    column('الحي', 'TEXT', ['الورود', 'النسيم']),
    column('حالة البلاغ', 'TEXT', ['مغلق', 'مرفوض', 'قيد المعالجة']),
    column('تكلفة الإصلاح', 'REAL'),
    column('تاريخ البلاغ', 'DATE'),
  ],
}
const rest = (table: AskedTable, question: string): string =>
  sqlOver(table, question).replace('SELECT ', '').replaceAll('"', '')

it.each([
  [dogs, 'How many members have a parking permit?', 'count(*) FROM kennel_club WHERE parking_permit = 1'],
  [
    dogs,
    'How many members without a permit are there?',
    'count(*) FROM kennel_club WHERE parking_permit = 0',
  ],
  [orders, 'How many unpaid orders are there?', 'count(*) FROM orders WHERE paid = 0'],
  [
    { ...dogs, columns: [...dogs.columns, column('Key number', 'TEXT')] },
    'How many members have a key number?',
    'count(*) FROM kennel_club WHERE key_number IS NOT NULL',
  ],
  [dogs, 'How many members have no parking permit?', 'count(*) FROM kennel_club WHERE parking_permit = 0'],
  [
    dogs,
    'What is the average age of members on the gold plan with a parking permit?',
    "avg(age) FROM kennel_club WHERE fee_plan = 'Gold' AND parking_permit = 1",
  ],
  [
    complaints,
    'How many garden complaints without express handling?',
    "count(*) FROM complaints WHERE product_line = 'Garden' AND express_handling = 0",
  ],
  [dogs, 'كم عدد الأعضاء الذين لديهم Parking Permit؟', 'count(*) FROM kennel_club WHERE parking_permit = 1'],
  [dogs, 'كم عدد الأعضاء بدون Parking Permit؟', 'count(*) FROM kennel_club WHERE parking_permit = 0'],
] as const)('of columns with yes and no, understands %#: %s', (table, question, sql) => {
  expect(rest(table, question)).toBe(sql)
})

const rowsBy = (table: string, column: string, order: string) =>
  `* FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${column} ${order}`

it.each([
  [dogs, 'Who is the newest member?', `${rowsBy('kennel_club', 'sign-up_date', 'DESC')} LIMIT 2`],
  [dogs, 'Show the 3 newest members', `${rowsBy('kennel_club', 'sign-up_date', 'DESC')} LIMIT 4`],
  [dogs, 'Who is the oldest member?', `${rowsBy('kennel_club', 'age', 'DESC')} LIMIT 2`],
  [dogs, 'Who is the youngest member?', `${rowsBy('kennel_club', 'age', 'ASC')} LIMIT 2`],
  [complaints, 'What is the oldest complaint?', `${rowsBy('complaints', 'complaint_date', 'ASC')} LIMIT 2`],
  [complaints, 'Show the first 4 complaints', `${rowsBy('complaints', 'complaint_date', 'ASC')} LIMIT 5`],
  [tools, 'Which borrower has the latest loan?', `${rowsBy('tool_loans', 'loan_date', 'DESC')} LIMIT 2`],
  [faults, 'ما هو آخر بلاغ؟', `${rowsBy('بلاغات', 'تاريخ_البلاغ', 'DESC')} LIMIT 2`],
  [faults, 'ما أقدم بلاغ لدينا؟', `${rowsBy('بلاغات', 'تاريخ_البلاغ', 'ASC')} LIMIT 2`],
] as const)('shows the first or last row for %#: %s', (table, question, sql) => {
  expect(rest(table, question)).toBe(sql)
})

it.each([
  // The newest borrower is the one whose first loan is the latest.
  [tools, 'Who is the newest borrower?'],
  [tools, 'What is the latest late charge?'],
  [complaints, 'What is the most recent complaint amount?'],
  [complaints, 'How many complaints were there last month?'],
  [complaints, 'Who is the oldest handler?'],
  [tools, 'Which depot has the oldest borrower?'],
] as const)('is not sure which is first or last in %#: %s', (table, question) => {
  expect(rest(table, question)).toBe('Unsure')
})

it('compares a large number with the only amounts, and says so', () => {
  const question = 'How many complaints over 2,500 were refused?'
  expect(understand(question, complaints)).toMatchObject({
    question: {
      assumption: { kind: 'Compared', number: '2,500', column: { title: 'Complaint amount' } },
    },
  })
  expect(rest(complaints, question)).toBe(
    "count(*) FROM complaints WHERE decision_status = 'Refused' AND complaint_amount > 2500",
  )
  expect(rest(faults, 'كم بلاغ فوق 700؟')).toBe('count(*) FROM بلاغات WHERE تكلفة_الإصلاح > 700')
})

it.each([
  // Days, or a small amount?
  [complaints, 'How many complaints over 40?'],
  [complaints, 'How many complaints over 2,000 days?'],
  [complaints, 'How many complaints not over 2,000?'],
  // Each one, or their total?
  [complaints, 'How many handlers had complaints over 2,500?'],
  // Unit prices, too.
  [orders, 'How many orders over 2,000?'],
  [dogs, 'How many members over 2,000?'],
] as const)('is not sure what a number is compared with in %#: %s', (table, question) => {
  expect(rest(table, question)).toBe('Unsure')
})

const during = (table: string, column: string, from: string, before: string) =>
  `count(*) FROM ${table} WHERE ${column} >= '${from}' AND ${column} < '${before}'`

it.each([
  [complaints, 'between 3 April and 9 May 2024', '2024-04-03', '2024-05-10'],
  [complaints, 'between April 3 and May 9, 2024', '2024-04-03', '2024-05-10'],
  [complaints, 'from 3 April to 9 May 2024', '2024-04-03', '2024-05-10'],
  [complaints, 'between 3 and 9 May 2024', '2024-05-03', '2024-05-10'],
  [complaints, 'from 3 April 2023 to 9 May 2024', '2023-04-03', '2024-05-10'],
] as const)('%#: understands complaints %s', (_table, range, from, before) => {
  expect(rest(complaints, `How many complaints were there ${range}?`)).toBe(
    during('complaints', 'complaint_date', from, before),
  )
})

it.each([
  ['بين 3 أبريل و9 مايو 2024', '2024-04-03', '2024-05-10'],
  ['بين 3 و9 مايو 2024', '2024-05-03', '2024-05-10'],
  ['من 3 أبريل إلى 9 مايو 2024', '2024-04-03', '2024-05-10'],
])('in Arabic, understands %s', (range, from, before) => {
  expect(rest(faults, `كم عدد البلاغات ${range}؟`)).toBe(during('بلاغات', 'تاريخ_البلاغ', from, before))
})

it.each([
  'How many complaints were there between 3 April and 9 May?',
  'How many complaints were there between 9 December and 3 January 2024?',
  'How many complaints were there between November and February 2024?',
  'How many complaints were there before 9 May?',
])('is not sure of which year %s is', (question) => {
  expect(rest(complaints, question)).toBe('Unsure')
})

const ranked = (table: string, column: string, where = '') =>
  `${column}, count(*) AS result FROM ${table}${where} GROUP BY 1 ORDER BY result DESC, 1`

it.each([
  [
    { ...complaints, columns: complaints.columns.filter(({ type }) => type !== 'BOOLEAN') },
    'Which handler wrapped up the most accepted complaints?',
    'wrapped',
    `${ranked('complaints', 'handler', " WHERE decision_status = 'Accepted'")} LIMIT 2`,
  ],
  [
    tools,
    'Which depot administered the most loans?',
    'administered',
    `${ranked('tool_loans', 'depot')} LIMIT 2`,
  ],
  [
    faults,
    'من هو المهندس الذي عالج أكبر عدد من البلاغات المغلقة؟',
    'عالج',
    `${ranked('بلاغات', 'المهندس', " WHERE حالة_البلاغ = 'مغلق'")} LIMIT 2`,
  ],
  [tools, 'How much did we raise in late charges?', 'raise', 'sum(late_charge) FROM tool_loans'],
] as const)(
  'takes an unknown verb for no condition, and says so, in %#: %s',
  (table, question, word, sql) => {
    expect(understand(question, table)).toMatchObject({ question: { assumption: { kind: 'Verb', word } } })
    expect(rest(table, question)).toBe(sql)
  },
)

it.each([
  // The verb can say in which state they are.
  [complaints, 'Which handler botched the most complaints?'],
  [complaints, 'How much did we raise in complaint amounts?'],
  [faults, 'أي مهندس أهمل أكبر عدد من البلاغات؟'],
  // With yes and no, too, whatever the status.
  [complaints, 'Which handler wrapped up the most accepted complaints?'],
  // It says the contrary, or isn't the verb of what is counted.
  [tools, 'How much did we waive in late charges?'],
  [tools, 'Which depot never administered the most loans?'],
  [tools, "Which depot didn't administer the most loans?"],
  [tools, 'Which rural depot has the most loans?'],
  [tools, 'Which depot administered the most hammers?'],
  [tools, 'Which depot quickly administered the most loans?'],
] as const)('is not sure what an unknown verb says in %#: %s', (table, question) => {
  expect(rest(table, question)).toBe('Unsure')
})

it.each([
  [tools, 'How many tools were borrowed?', 'count(*) FROM tool_loans'],
  [
    tools,
    'Which depot lent out the most tools?',
    'depot, count(*) AS result FROM tool_loans GROUP BY 1 ORDER BY result DESC, 1 LIMIT 2',
  ],
  [tools, 'What are the 2 most borrowed tools?', `${ranked('tool_loans', 'tool_name')} LIMIT 3`],
  [tools, "How many loans haven't been returned yet?", 'count(*) FROM tool_loans WHERE return_date IS NULL'],
  [tools, 'How many loans were returned?', 'count(*) FROM tool_loans WHERE return_date IS NOT NULL'],
  [
    complaints,
    'How many complaints have come in since May 2024?',
    "count(*) FROM complaints WHERE complaint_date >= '2024-05'",
  ],
  [complaints, 'How many complaints did we receive?', 'count(*) FROM complaints'],
  [
    complaints,
    'How many complaints did we refuse?',
    "count(*) FROM complaints WHERE decision_status = 'Refused'",
  ],
  [
    complaints,
    'How many complaints did we not refuse?',
    "count(*) FROM complaints WHERE decision_status IS NOT 'Refused'",
  ],
  [faults, 'كم بلاغ وصلنا في مايو 2024؟', during('بلاغات', 'تاريخ_البلاغ', '2024-05', '2024-06')],
  [faults, 'كم بلاغ ما زال قيد المعالجة؟', "count(*) FROM بلاغات WHERE حالة_البلاغ = 'قيد المعالجة'"],
  [faults, 'كم بلاغ لا يزال قيد المعالجة؟', "count(*) FROM بلاغات WHERE حالة_البلاغ = 'قيد المعالجة'"],
  [faults, 'كم بلاغ تم إغلاقه؟', "count(*) FROM بلاغات WHERE حالة_البلاغ = 'مغلق'"],
  [faults, 'كم عدد البلاغات التي لم يتم رفضها؟', "count(*) FROM بلاغات WHERE حالة_البلاغ IS NOT 'مرفوض'"],
] as const)('of what happened, understands %#: %s', (table, question, sql) => {
  expect(rest(table, question)).toBe(sql)
})

it.each([
  [tools, 'How many tools were not borrowed?'],
  // Tools, or loans?
  [tools, "How many tools haven't been returned yet?"],
  [tools, 'How many loans have we received?'],
  [complaints, 'How many complaints do we still have to refuse?'],
  [complaints, 'How many complaints did we need to refuse?'],
  [complaints, "How many complaints haven't we received?"],
  [complaints, "How many complaints haven't been mailed?"],
  [faults, 'كم بلاغ لم يصلنا؟'],
  [faults, 'كم بلاغ لم يتم فحصه؟'],
] as const)('is not sure what happened in %#: %s', (table, question) => {
  expect(rest(table, question)).toBe('Unsure')
})

it.each([
  [tools, 'How many rows are in tool_loans.csv?', 'count(*) FROM tool_loans'],
  [
    complaints,
    'كم عدد الشكاوى في complaints التي حالتها Open؟',
    "count(*) FROM complaints WHERE decision_status = 'Open'",
  ],
  [
    complaints,
    'ما متوسط Days Open لشكاوى Garden؟',
    "avg(days_open) FROM complaints WHERE product_line = 'Garden'",
  ],
  [complaints, 'What is the average complaint_amount?', 'avg(complaint_amount) FROM complaints'],
] as const)('with names of files and foreign names, understands %#: %s', (table, question, sql) => {
  expect(rest(table, question)).toBe(sql)
})

/** A table whose columns have a type, or values. */
const small = (title: string, columns: Record<string, TableColumn['type'] | string[]>): AskedTable => ({
  as: title.replaceAll(' ', '_'),
  titles: [title],
  columns: Object.entries(columns).map(([name, type]) =>
    Array.isArray(type) ? column(name, 'TEXT', type) : column(name, type),
  ),
})
const deliveries = small('orders', {
  Region: ['North', 'South'],
  Status: ['Shipped', 'Open'],
  Amount: 'REAL',
  Paid: 'BOOLEAN',
})
const bills = small('الفواتير', {
  العميل: ['النور', 'الأمل'],
  الحالة: ['مدفوعة', 'معلقة'],
  المبلغ: 'REAL',
})

it.each([
  [deliveries, 'What is the total amount still to be paid?'],
  [deliveries, 'What is the amount to be paid in the North?'],
  [deliveries, 'How many orders need to be paid?'],
  [deliveries, 'How many orders need to be shipped?'],
  [deliveries, 'How many orders should be paid?'],
  [deliveries, 'How many orders could be paid?'],
  [deliveries, 'How many orders must be shipped?'],
  [deliveries, 'How many orders have yet to be paid?'],
  [deliveries, 'How many orders can be shipped?'],
  [deliveries, 'How many orders still need shipped?'],
  [deliveries, 'How many paid orders do we need in the North?'],
  [bills, 'كم عدد الفواتير التي يجب أن تكون مدفوعة؟'],
  [bills, 'كم عدد الفواتير التي ينبغي أن تكون مدفوعة؟'],
  [bills, 'كم فاتورة ستكون مدفوعة؟'],
] as const)('is not sure of what is still to happen in %#: %s', (table, question) => {
  expect(rest(table, question)).toBe('Unsure')
})

it.each([
  [deliveries, 'I need to know how many orders are paid', 'count(*) FROM orders WHERE paid = 1'],
  [
    deliveries,
    'Could you tell me how many orders are shipped?',
    "count(*) FROM orders WHERE status = 'Shipped'",
  ],
  [deliveries, 'How many orders are still open?', "count(*) FROM orders WHERE status = 'Open'"],
  [deliveries, "How many orders haven't been paid yet?", 'count(*) FROM orders WHERE paid = 0'],
  [bills, 'كم عدد الفواتير المدفوعة؟', "count(*) FROM الفواتير WHERE الحالة = 'مدفوعة'"],
] as const)('is sure of what is already so in %#: %s', (table, question, sql) => {
  expect(rest(table, question)).toBe(sql)
})

const pupils = small('الطلاب', { الاسم: 'TEXT', المدرسة: ['النور', 'الأمل'], المعدل: 'REAL' })

it('does not take people of a kind for a word with the same root', () => {
  expect(rest(pupils, 'How many teachers in النور?')).toBe('Unsure')
  expect(rest(pupils, 'How many students in النور?')).toBe("count(*) FROM الطلاب WHERE المدرسة = 'النور'")
})

const salaries = small('salaries', { Employee: 'TEXT', Department: ['IT', 'Sales'], Salary: 'REAL' })
const expenses = small('expenses', { Category: ['Water', 'Travel'], Amount: 'REAL' })

it.each([
  [salaries, 'How much did IT use?'],
  [salaries, 'How much did IT consume?'],
  [salaries, 'How much did IT bring?'],
  [salaries, 'How much did IT handle?'],
  [salaries, 'How much would IT need?'],
  [expenses, 'How much water did we use?'],
  [expenses, 'How much did travel bring in?'],
  [expenses, 'How much can we spend on travel?'],
  [expenses, 'How much will travel earn?'],
] as const)('is not sure which amount a verb is about in %#: %s', (table, question) => {
  expect(rest(table, question)).toBe('Unsure')
})

it.each([
  [expenses, 'How much did we spend on travel?', "sum(amount) FROM expenses WHERE category = 'Travel'"],
  [expenses, 'How much is the total for water?', "sum(amount) FROM expenses WHERE category = 'Water'"],
  [repairs, 'How much weight did the Old Mill use?', "sum(weight_kg) FROM repairs WHERE garage = 'Old Mill'"],
] as const)('is sure which amount is meant in %#: %s', (table, question, sql) => {
  expect(rest(table, question)).toBe(sql)
})

const trips = small('الرحلات', { السائق: ['سامي', 'ليلى'], الوقود: 'REAL', الأجرة: 'REAL' })

it.each([
  [trips, 'كم دفعنا على الوقود؟'],
  [trips, 'كم كلفنا الوقود؟'],
  [trips, 'How much did we spend on fuel?'],
  [small('trips', { Driver: ['Ann', 'Bob'], Fuel: 'REAL' }), 'How much did we pay for fuel?'],
] as const)('takes no quantity for money that was spent in %#: %s', (table, question) => {
  expect(rest(table, question)).toBe('Unsure')
})

const staff = small('employees', { Name: 'TEXT', Department: ['IT', 'Sales'], City: ['Riyadh', 'Jeddah'] })
const pupilsOf = small('students', { Name: 'TEXT', Subject: ['Math', 'Art'] })

it.each([
  [staff, 'How many employees in IT handle Sales?'],
  [staff, 'How many employees in IT manage Sales?'],
  [staff, 'How many employees based in Riyadh live in Jeddah?'],
  [staff, 'How many employees went from IT to Sales?'],
  [staff, 'How many employees from IT are in Sales?'],
  [staff, 'How many employees are in IT and how many in Sales?'],
  [deliveries, 'How many orders from North to South?'],
  [deliveries, 'How many orders in both North and South?'],
  [pupilsOf, 'How many students take both Math and Art?'],
] as const)('is not sure how two values belong together in %#: %s', (table, question) => {
  expect(rest(table, question)).toBe('Unsure')
})

it.each([
  ['How many orders in the North and the South?', "count(*) FROM orders WHERE region IN ('North', 'South')"],
  ['How many orders in North or in South?', "count(*) FROM orders WHERE region IN ('North', 'South')"],
  [
    'What is the total amount of both North and South?',
    "sum(amount) FROM orders WHERE region IN ('North', 'South')",
  ],
])('adds up two values in %s', (question, sql) => {
  expect(rest(deliveries, question)).toBe(sql)
})

const fleet = small('vehicles', {
  Plate: 'TEXT',
  'Home depot': ['Riyadh', 'Jeddah'],
  Type: ['Van', 'Bus'],
  'Fuel cost': 'REAL',
})
const enrollments = small('registrations', { Student: 'TEXT', Course: ['Math', 'Art'] })

it.each([
  [fleet, 'How many depots in Riyadh?'],
  [enrollments, 'How many courses in Math?'],
  [enrollments, 'كم عدد الدورات في Math؟'],
  [small('course registrations', { Student: 'TEXT', Course: ['Math', 'Art'] }), 'How many courses in Math?'],
] as const)('counts no rows by the name of a filtered column in %#: %s', (table, question) => {
  expect(rest(table, question)).toBe('Unsure')
})

const contracts = small('العقود', {
  العميل: ['النور', 'الأمل'],
  القيمة: 'REAL',
  'تاريخ البداية': 'DATE',
  'تاريخ النهاية': 'DATE',
})

it.each([
  [contracts, 'ما هو أقدم عقد؟'],
  [contracts, 'ما هو أحدث عقد؟'],
  [contracts, 'ما هو آخر عقد؟'],
  [
    small('contracts', { Customer: 'TEXT', Value: 'REAL', 'Start date': 'DATE', 'End date': 'DATE' }),
    'What is the oldest contract?',
  ],
] as const)('is not sure by which of several dates in %#: %s', (table, question) => {
  expect(rest(table, question)).toBe('Unsure')
})

const toys = small('products', {
  Product: 'TEXT',
  Category: ['Toys', 'Books'],
  Stock: 'INTEGER',
  Price: 'REAL',
})

it.each([
  [toys, 'What is the total value of toys in stock?'],
  [toys, 'How much are the toys in stock worth?'],
  [fleet, 'How much do vans cost?'],
  [fleet, 'How much does a van cost?'],
] as const)('takes no other column for what something is worth in %#: %s', (table, question) => {
  expect(rest(table, question)).toBe('Unsure')
})

it('still adds up what is named for a value', () => {
  expect(rest(toys, 'What is the total stock of toys?')).toBe(
    "sum(stock) FROM products WHERE category = 'Toys'",
  )
  expect(rest(fleet, 'How much is the fuel cost of vans?')).toBe(
    "sum(fuel_cost) FROM vehicles WHERE type = 'Van'",
  )
})

it.each([
  [fleet, 'How many kilometers in Riyadh?'],
  [fleet, 'How many hours in Riyadh?'],
  [fleet, 'How many months in Riyadh?'],
  [fleet, 'How many branches in Riyadh?'],
  [fleet, 'How many offices in Riyadh?'],
  [fleet, 'How many customers in Riyadh?'],
  [fleet, 'How many wheels do vans have?'],
  [staff, 'How many vacancies in IT?'],
  [toys, 'How many pieces of Toys?'],
  [toys, 'How many units of Toys?'],
  [bills, 'كم عدد السنوات في النور؟'],
  [bills, 'كم عدد الأيام في النور؟'],
  [bills, 'كم ساعة في النور؟'],
  [bills, 'كم عدد القطع في النور؟'],
  [bills, 'كم وحدة في النور؟'],
  [bills, 'كم عدد النساء في النور؟'],
  [bills, 'كم عدد الفروع في النور؟'],
] as const)('takes no unit, place, or person for the rows in %#: %s', (table, question) => {
  expect(rest(table, question)).toBe('Unsure')
})
