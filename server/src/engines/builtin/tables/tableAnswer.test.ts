import { expect, it } from 'vitest'
import type { Assumption, TableColumn, TableQuestion } from './askedTable.ts'
import { tableAnswer } from './tableAnswer.ts'

const amount: TableColumn = {
  name: 'claim_amount',
  title: 'Claim amount',
  type: 'REAL',
  unit: '',
  values: null,
  isUnique: false,
}
const result = {
  fileName: 'claims.csv',
  heading: null,
  rows: 9,
  rowsUsed: 3,
  columns: ['count'],
  values: [[3]],
  isCut: false,
  source: 1,
}

const answerOf = (assumption: Assumption, isArabic: boolean): string => {
  const question: TableQuestion = {
    table: { as: 'claims', titles: ['claims'], columns: [amount] },
    operation: 'Count',
    measure: null,
    filters: [],
    group: null,
    rank: null,
    isRows: false,
    assumption,
  }
  return tableAnswer(question, result, isArabic)
}

it.each([
  [['made'], false, 'I’m not sure that I understood the question, and didn’t use “made”. My best guess:'],
  [[], false, 'I’m not sure that I understood the question. My best guess:'],
  [['قام'], true, 'لست متأكدًا من أنني فهمت السؤال، ولم أستخدم “قام”. أفضل تخمين لدي:'],
] as const)('says of a guess that it is one before the number: %#', (leftOut, isArabic, text) => {
  expect(answerOf({ kind: 'Guess', leftOut }, isArabic)).toMatch(
    new RegExp(`^${RegExp.escape(text)}\\n\\n\\*\\*3\\*\\*`),
  )
})

it('shows what rows are compared by, even if there are many columns', () => {
  const names = Array.from({ length: 12 }, (_, at) => (at === 11 ? 'claim_amount' : `c${at}`))
  const question: TableQuestion = {
    table: { as: 'claims', titles: ['claims'], columns: [amount] },
    operation: 'Greatest',
    measure: amount,
    filters: [],
    group: null,
    rank: { isGreatest: true, count: 1 },
    isRows: true,
    assumption: null,
  }
  const answer = tableAnswer(
    question,
    { ...result, columns: names, values: [names.map((_, at) => at)] },
    false,
  )
  expect(answer.split('\n')[0]).toBe('| c0 | c1 | c2 | c3 | c4 | c5 | c6 | Claim amount |')
})

it.each([
  [{ kind: 'Unnamed' }, 'doesn’t say what to calculate', 'لا يحدد السؤال ما يجب حسابه'],
  [{ kind: 'Rows', word: 'jobs' }, 'took it to mean the rows of the table', 'صفوف الجدول'],
  [
    { kind: 'Verb', word: 'fixed' },
    '“fixed” means here, and didn’t use it as a condition',
    'لم أستخدمه شرطًا',
  ],
  [
    { kind: 'Compared', number: '5,000', column: amount },
    'what to compare with 5,000, and I took it to mean **Claim amount**',
    'ما يُقارن بالعدد 5,000، وافترضت أن المقصود **Claim amount**',
  ],
] as const)('says above the calculation what was assumed: %#', (assumption, english, arabic) => {
  for (const [isArabic, text] of [
    [false, english],
    [true, arabic],
  ] as const) {
    const answer = answerOf(assumption, isArabic)
    expect(answer).toContain(text)
    expect(answer.indexOf(text)).toBeLessThan(answer.indexOf('**claims.csv**'))
  }
})
