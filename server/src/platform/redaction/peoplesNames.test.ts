import { expect, it, test } from 'vitest'
import { namesOf } from './peoplesNames.ts'
import { createRedactor } from './redactor.ts'

const redact = async (name: string, userName: string, text: string) =>
  createRedactor(await namesOf([{ name, userName }])).redact(text).text

it.each([
  ['Anna Lindqvist', 'alindqvist', 'Ask alindqvist.', 'Ask [name].'],
  ['Anna Lindqvist', 'annal', 'Ask ANNAL.', 'Ask [name].'],
  ['Anna Lindqvist', 'anna.lindqvist@example.com', 'Ask Lindqvist.', 'Ask [name].'],
  ['', 'anna', 'Ask anna.', 'Ask anna.'],
])('%s with the username %s', async (name, userName, text, expected) => {
  expect(await redact(name, userName, text)).toBe(expected)
})

it.each([
  ['Anna Lindqvist', 'reception', 'The reception is open.'],
  ['Administrator', 'admin', 'Ask the administrator or an admin.'],
  ['Service Desk', 'service', 'The service was good.'],
  ['Test User', 'test', 'A test of a user.'],
  ['Anna Lindqvist (External Consulting)', 'anna', 'An external consulting firm.'],
  ['Anna Lindqvist [HR]', 'anna', 'Ask HR.'],
])('words stay, although %s is %s', async (name, userName, text) => {
  expect(await redact(name, userName, text)).toBe(text)
})

test('a word of very many names is no name', async () => {
  const surname = (at: number) => `Qu${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10)]}ez`
  const people = Array.from({ length: 60 }, (_, at) => ({ name: `Contractor ${surname(at)}`, userName: '' }))
  const { redact } = createRedactor(await namesOf(people))
  expect(redact(`The contractor ${surname(7)} called.`).text).toBe('The contractor [name] called.')
})

test('an account without a name is no one', async () => {
  expect(await namesOf([{ name: '', userName: '' }])).toEqual([])
})
