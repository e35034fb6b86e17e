import { expect, test } from 'vitest'
import { errorOf } from './passwordRules.ts'

const errorsOf = (password: string) => errorOf(password, ['annabelle', 'Parlance'])

test('counts length in characters as people see them', () => {
  expect(errorsOf('eleven sign')).toBe('tooShort')
  expect(errorsOf('twelve signs')).toBeNull()
  // Eleven characters of two code units each.
  expect(errorsOf('🜁🜂🜃🜄🜅🜆🜇🜈🜉🜊🜋')).toBe('tooShort')
  expect(errorsOf('🜁🜂🜃🜄🜅🜆🜇🜈🜉🜊🜋🜌')).toBeNull()
  expect(errorsOf('كلمة مرور طويلة')).toBeNull()
  expect(errorsOf('rigmarole, '.repeat(12))).toBe('tooLong')
})

test('counts a ligature as its letters, as hashing does', () => {
  expect(errorsOf('oﬃce jungle')).toBeNull()
})

test.each([
  'password1234',
  'Password1234',
  'P@ssw0rd2024!',
  'passwordpassword',
  'aaaaaaaaaaaa',
  '123456789012',
  '098765432109',
  '123123123123',
  'abcabcabcabc',
  'qwertyuiop12',
  'qwertyuiopasdfghjkl',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'welcome2026!',
  'iloveyou1234',
  'administrator1',
  'parlance2026',
  'annabelle1234',
  'ANNABELLE-annabelle',
  'correcthorsebatterystaple',
])('rejects %s, which attackers guess first', (password) => {
  expect(errorsOf(password)).toBe('tooEasy')
})

test.each([
  'annabelle likes pears',
  'my password is long',
  'brass-lantern-4',
  '7Hk2-pQ9z-Lm3t',
  'summer in the archive',
])('accepts %s', (password) => {
  expect(errorsOf(password)).toBeNull()
})
