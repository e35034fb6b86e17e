import { expect, it, test } from 'vitest'
import { namesOf } from './peoplesNames.ts'
import { createRedactor } from './redactor.ts'

const redact = (name: string, userName: string, text: string) =>
  createRedactor(namesOf([{ name, userName }])).redact(text).text

it.each([
  ['Anna Lindqvist', 'alindqvist', 'Ask alindqvist.', 'Ask [name].'],
  ['Anna Lindqvist', 'annal', 'Ask ANNAL.', 'Ask [name].'],
  ['Anna Lindqvist', 'anna.lindqvist@example.com', 'Ask Lindqvist.', 'Ask [name].'],
  ['', 'anna', 'Ask anna.', 'Ask anna.'],
])('%s with the username %s', (name, userName, text, expected) => {
  expect(redact(name, userName, text)).toBe(expected)
})

it.each([
  ['Anna Lindqvist', 'reception', 'The reception is open.'],
  ['Administrator', 'admin', 'Ask the administrator or an admin.'],
  ['Service Desk', 'service', 'The service was good.'],
  ['Test User', 'test', 'A test of a user.'],
])('words stay, although %s is %s', (name, userName, text) => {
  expect(redact(name, userName, text)).toBe(text)
})

test('an account without a name is no one', () => {
  expect(namesOf([{ name: '', userName: '' }])).toEqual([])
})
