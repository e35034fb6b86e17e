import { describe, expect, test } from 'vitest'
import { titleFromModel, titleFromTerms } from './generatedTitle.ts'

describe('a title from key terms', () => {
  test.each([
    ['What is the refund policy for damaged goods?', [], 'Refund policy for damaged goods'],
    ['Hi! Can you tell me how high the lighthouse of Vela is?', [], 'Lighthouse of Vela'],
    ['High voltage rules?', [], 'High voltage rules'],
    ['and this?', ['annual_report.pdf'], 'Annual report'],
    ['Penalties?', ['Rental contract.docx'], 'Penalties – Rental contract'],
    ['ما هو ارتفاع المنارة؟', [], 'ارتفاع المنارة'],
    ['灯塔有多高？', [], '灯塔有多高'],
    ['?!', [], null],
  ])('of %s', (question, cited, title) => {
    const created = titleFromTerms(question, cited)
    if (title === null) expect(created).toBeNull()
    else expect(created).toBe(title)
  })

  test('has at most 50 characters and ends at a word', () => {
    const title = titleFromTerms(`Compare ${'enormous warehouses '.repeat(10)}`, []) ?? ''
    expect(title.length).toBeLessThanOrEqual(50)
    expect(title).toMatch(/warehouses…$|enormous…$/)
  })
})

describe('a title from a model', () => {
  test.each([
    ['"Sky color."', 'Why is the sky blue?', 'Sky color'],
    ['\n\n**Title:** Sky color\nBecause…', 'Why is the sky blue?', 'Sky color'],
    ['العنوان: «لون السماء».', 'لماذا السماء زرقاء؟', 'لون السماء'],
    ['Color of the sky', 'لماذا السماء زرقاء؟', null],
    ['  ', 'Why?', null],
    ['…', 'Why?', null],
  ])('%j', (said, question, title) => {
    expect(titleFromModel(said, question)).toBe(title)
  })

  test('is cut to 50 characters at a word, whatever it contains', () => {
    const title = titleFromModel(`${'long words '.repeat(20)}\u0000\u202e`, 'Why?') ?? ''
    expect(title.length).toBeLessThanOrEqual(50)
    expect(title).toMatch(/(long|words)…$/)
    expect(titleFromModel('😀'.repeat(60), 'Why?')).toBeNull()
  })
})

test('stripping endless marks takes no longer than reading them', () => {
  const marks = '!'.repeat(1_000_000)
  expect(titleFromTerms(`lighthouse${marks}vela`, [])).toMatch(/^Lighthouse!+…$/)
  expect(titleFromTerms(`Tell ${marks}lighthouse of Vela${marks}`, [])).toBe('Lighthouse of Vela')
  expect(titleFromModel(`Vela${'"'.repeat(1_000_000)}tower`, 'What?')).toMatch(/^Vela"+…$/)
})
