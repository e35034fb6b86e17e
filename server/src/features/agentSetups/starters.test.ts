import { expect, test } from 'vitest'
import { headingsOf, startersOf } from './starters.ts'

const file = (title: string, ...sections: string[]) => ({ title, sections })

test('headings that are questions come first, in turn from each file', () => {
  const tickets = ['Where do I buy a ticket?', 'Can I return it?', 'What does it cost?', 'Is there more?']
  expect(startersOf([file('Tickets', ...tickets), file('Way', 'How do I get there?')], 'en')).toEqual([
    'Where do I buy a ticket?',
    'How do I get there?',
    'Can I return it?',
    'What does it cost?',
  ])
})

test('if there are few, other headings are asked about in the user’s language, each once', () => {
  const files = [file('Office', 'Opening hours', 'When is it open?'), file('Prices', 'OPENING HOURS', '1')]
  expect(startersOf(files, 'en')).toEqual([
    'When is it open?',
    'What should I know about “Opening hours”?',
    'What should I know about “Office”?',
  ])
  expect(startersOf([file('', 'المواعيد', 'متى تفتحون أبوابكم؟')], 'ar')).toEqual([
    'متى تفتحون أبوابكم؟',
    'ماذا يجب أن أعرف عن «المواعيد»؟',
  ])
})

test('files without headings have no starters', () => {
  expect(startersOf([file('', '?', `${'a'.repeat(300)}?`)], 'en')).toEqual([])
})

test('a heading that repeats the title of its file doesn’t count', () => {
  expect(headingsOf(['Rail', 'Rail › Rail', 'Rail › Rail › Luggage'])).toEqual(file('Rail', 'Luggage'))
  expect(headingsOf([])).toEqual(file(''))
})
