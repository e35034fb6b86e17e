import { describe, expect, it } from 'vitest'
import { amountsIn } from './amounts.ts'
import type { SourcePassage } from './proposal.ts'
import { contextOf, proposeFrom } from './propose.ts'

const passage = (text: string, heading = ''): SourcePassage => ({
  ...{ text, heading, page: null, beginsSection: true },
})
/** The questions of a passage with their facts. */
function asked(text: string, heading = '', around = ''): [string, string][] {
  const own = passage(text, heading)
  const context = contextOf([own, passage(around)])
  return proposeFrom(own, context).map(({ question, fact }) => [question, fact])
}
const english = 'This is the policy of the company, and it is for all of the people who work with us.'

describe('amounts', () => {
  it.each([
    ['The notice period is three (3) months.', ['Duration three (3) months']],
    ['Delivery takes three to five working days.', ['Duration three to five working days']],
    ['between 20 and 30 days', ['Duration between 20 and 30 days']],
    ['€1,200 per month, or 45 euros per day', ['Money €1,200 per month', 'Money 45 euros per day']],
    ['31 March 2026 at 5 p.m.', ['Date 31 March 2026', 'Time 5 p.m.']],
    ['12.90 euros', ['Money 12.90 euros']],
    ['am 1. April 2026 um 9:00 Uhr', ['Date 1. April 2026', 'Time 9:00 Uhr']],
    ['خلال 30 يوماً من السفر', ['Duration 30 يوماً']],
    ['150 ريالاً سعودياً سنوياً', ['Money 150 ريالاً سعودياً سنوياً']],
    ['من الساعة 8 صباحاً', ['Time الساعة 8 صباحاً']],
    ['version 3.2 of page 4', []],
  ])('are read in “%s”', (text, expected) => {
    expect(amountsIn(text).map(({ kind, text: said }) => `${kind} ${said}`)).toEqual(expected)
  })
})

describe('questions that a text asks itself', () => {
  it('are headings with what their text says first', () => {
    expect(asked('Yes, until the day before. Later isn’t possible.', 'FAQ › Can I cancel?')).toEqual([
      ['Can I cancel?', 'until the day before'],
    ])
    expect(asked('Select Sign in, and then Reset password.', 'FAQ › How do I reset my password?')).toEqual([
      ['How do I reset my password?', 'Select Sign in, and then Reset password'],
    ])
    expect(asked('Standard delivery takes three days.', 'How long does delivery take?')[0]).toEqual([
      'How long does delivery take?',
      'three days',
    ])
  })

  it('are lines with the next one, also with labels', () => {
    expect(asked('Q: How many books can children borrow?\nA: Children can borrow up to 8 books.')[0]).toEqual(
      ['How many books can children borrow?', 'up to 8 books'],
    )
    expect(asked('س: كيف أجدد البطاقة؟\nج: تجدد البطاقة من صفحة الحساب.')).toEqual([
      ['كيف أجدد البطاقة؟', 'تجدد البطاقة من صفحة الحساب'],
    ])
  })

  it('are left out if they refer to something else, or have no answer of their own', () => {
    expect(asked('Contact the support team.', 'Is it possible to change it later?')).toEqual([])
    expect(asked('Yes. Customs duties are paid by you.', 'Do you ship to Switzerland?')).toEqual([])
    expect(asked('Kim asked whether the freeze continues?')).toEqual([])
    expect(asked('How do I pay?\nWho can help me?')).toEqual([])
  })
})

describe('English sentences', () => {
  it.each([
    ['The notice period is three months.', 'How long is the notice period?', 'three months'],
    ['The fee for new customers is $99.', 'How much is the fee for new customers?', '$99'],
    ['A replacement card costs 5 dollars.', 'How much does a replacement card cost?', '5 dollars'],
    ['The deadline for applications is 31 March.', 'What is the deadline for applications?', '31 March'],
    [
      'Full-time employees receive 28 days of annual leave per year.',
      'How many days of annual leave do full-time employees receive per year?',
      '28 days',
    ],
    [
      'Claims must be submitted within 60 days of the trip.',
      'Within what period must claims be submitted?',
      'within 60 days of the trip',
    ],
    [
      'Annual leave must be requested at least 14 days before the first day.',
      'How long before the first day must annual leave be requested?',
      'at least 14 days',
    ],
    ['The library is open from 10:00 to 19:00.', 'When is the library open?', 'from 10:00 to 19:00'],
    [
      'The machine must be descaled every three months.',
      'How often must the machine be descaled?',
      'every three months',
    ],
    ['Backups are kept for 90 days.', 'How long are backups kept?', '90 days'],
    [
      'The loan period for books is four weeks, and the loan period for films is one week.',
      'How long is the loan period for books?',
      'four weeks',
    ],
    [
      'The HR department is responsible for special leave.',
      'Who is responsible for special leave?',
      'HR department',
    ],
    ['Maria Costa is the head of HR.', 'Who is the head of HR?', 'Maria Costa'],
    [
      'An incident is an unplanned interruption of a service.',
      'What is an incident?',
      'an unplanned interruption of a service',
    ],
    [
      '"Descaling" means removing limescale with an acid.',
      'What does “Descaling” mean?',
      'removing limescale with an acid',
    ],
  ])('%s', (sentence, question, fact) => {
    expect(asked(sentence)).toEqual([[question, fact]])
  })

  it.each([
    'It is three months.',
    'The price is 20 euros.',
    'This limit is 20 euros.',
    'If you cancel, the fee is 20 euros.',
    'The fee is 20 euros if the customer cancels.',
    'The fee is 20 euros for adults, 10 euros for children.',
    'The form is a PDF that everyone can open.',
    'After the trial, it costs 20 euros.',
  ])('isn’t asked about: %s', (sentence) => {
    expect(asked(sentence)).toEqual([])
  })
})

describe('Arabic sentences', () => {
  it.each([
    ['تبلغ مدة الإشعار ثلاثة أشهر.', 'كم تبلغ مدة الإشعار؟', 'ثلاثة أشهر'],
    ['مدة إجازة الأمومة 70 يوماً.', 'ما مدة إجازة الأمومة؟', '70 يوماً'],
    ['قيمة العقد السنوية هي 180000 ريال.', 'ما قيمة العقد السنوية؟', '180000 ريال'],
    ['يكلف حجز القاعة 120 ريالاً.', 'كم يكلف حجز القاعة؟', '120 ريالاً'],
    ['تستغرق عملية التركيب 45 دقيقة.', 'كم من الوقت تستغرق عملية التركيب؟', '45 دقيقة'],
    ['يبدأ العقد في 1 مارس 2026.', 'متى يبدأ العقد؟', '1 مارس 2026'],
    ['يجب سداد الفواتير خلال 30 يوماً من الاستلام.', 'خلال أي مدة يجب سداد الفواتير؟', '30 يوماً من الاستلام'],
    [
      'يحصل الموظف على 30 يوماً من الإجازة السنوية.',
      'كم يوماً من الإجازة السنوية يحصل عليها الموظف؟',
      '30 يوماً',
    ],
    ['المورد هو المسؤول عن قطع الغيار.', 'من المسؤول عن قطع الغيار؟', 'المورد'],
    ['يقصد بـ«العطل الحرج» كل توقف كامل للنظام.', 'ما المقصود بـ«العطل الحرج»؟', 'كل توقف كامل للنظام'],
  ])('%s', (sentence, question, fact) => {
    expect(asked(sentence)).toEqual([[question, fact]])
  })

  it.each(['هذه المدة ثلاثة أشهر.', 'سعرها 20 ريالاً.', 'تبلغ الرسوم 20 ريالاً إذا ألغي الطلب.'])(
    'isn’t asked about: %s',
    (sentence) => {
      expect(asked(sentence)).toEqual([])
    },
  )
})

it('German sentences are asked about with their own subject', () => {
  expect(asked('Die Kündigungsfrist beträgt sechs Monate zum Quartalsende.')).toEqual([
    ['Wie lang ist die Kündigungsfrist?', 'sechs Monate'],
  ])
  expect(asked('Ein Stellplatz kostet 65 Euro im Monat.')).toEqual([
    ['Wie viel kostet ein Stellplatz?', '65 Euro im Monat'],
  ])
  expect(asked('Diese Frist beträgt sechs Monate.')).toEqual([])
})

describe('rows of tables', () => {
  it('are asked about by their name and the names of columns, another column of each row first', () => {
    const rows =
      'Plan: Starter | Monthly fee: $12 | Storage: 20 GB\nPlan: Team plan | Monthly fee: $49 | Storage: 200 GB'
    expect(asked(rows)).toEqual([
      ['What is the monthly fee for Starter?', '$12'],
      ['What is the storage for “Team plan”?', '200 GB'],
      ['What is the storage for Starter?', '20 GB'],
      ['What is the monthly fee for “Team plan”?', '$49'],
    ])
    expect(asked('القطعة: مرشح الكربون | السعر: 85 درهماً')).toEqual([['ما سعر «مرشح الكربون»؟', '85 درهماً']])
  })

  it('name their heading if a column says little, and leave out empty cells and unknown columns', () => {
    expect(asked('Occasion: Marriage | Period: 2 days | Remarks: See above', 'Special leave')).toEqual([
      ['What is the period for Marriage under “Special leave”?', '2 days'],
    ])
    expect(asked('Plan: Starter | Price: - | Owner: A. Lind')).toEqual([
      ['Who is responsible for Starter?', 'A. Lind'],
    ])
    expect(asked('Plan: 4711 | Price: 3')).toEqual([])
    expect(asked('one | two | three')).toEqual([])
  })
})

it('headings and labels with an amount are asked about', () => {
  expect(asked('9 July 2026 at 10:00, in the conference room.', 'Minutes › Next meeting', english)).toEqual([
    ['When is the next meeting?', '9 July 2026'],
  ])
  expect(asked('- Warranty period: 24 months\n- Weight: 3 kg\n- Color: blue', '', english)).toEqual([
    ['What is the warranty period?', '24 months'],
  ])
  expect(asked('سعة الخزان: 12 لتراً')).toEqual([['ما سعة الخزان؟', '12 لتراً']])
})

it.each([
  '1,',
  '1 ',
  'between 20 and ',
  'The must be ',
  'What is it? ',
  'يجب خلال ',
  '٣ ',
  'a: ',
  '“',
  'Aa ',
])('a long text of nothing but “%s” takes little time', (part) => {
  const text = part.repeat(Math.ceil(20_000 / part.length))
  const start = performance.now()
  asked(text, text.slice(0, 300))
  expect(performance.now() - start).toBeLessThan(1000)
})
