import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('matches a password with its own hash in every spelling that looks the same, and nothing else', async () => {
  const hash = await hashPassword('Pässword')
  expect(await isPassword('Pässword', hash)).toBe(true)
  expect(await isPassword('Pa\u0308ssword', hash)).toBe(true)
  expect(await isPassword('pässword', hash)).toBe(false)
  expect(await isPassword('', hash)).toBe(false)
})

test('creates different hashes of the same password', async () => {
  expect(await hashPassword('parlance')).not.toBe(await hashPassword('parlance'))
})

test.each([null, '', 'scrypt', 'scrypt..', 'bcrypt.AAAA.AAAA', 'scrypt.AAAA.'])(
  'matches nothing with an invalid hash: %s',
  async (hash) => {
    expect(await isPassword('', hash)).toBe(false)
    expect(await isPassword('parlance', hash)).toBe(false)
  },
)
