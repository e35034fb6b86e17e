import { expect, it } from 'vitest'
import { looksLikeEmailAddress } from './emailAddress.ts'

it('accepts one address, and neither lists nor names', () => {
  for (const text of ['me@vela.example', 'first.last+chat@mail.vela.example'])
    expect([text, looksLikeEmailAddress(text)]).toEqual([text, true])
  const wrong = ['', 'me', 'me@vela', '@vela.example', 'me@.example', 'me@vela.', 'me@you@vela.example']
  for (const text of [...wrong, 'me@vela.example, you@vela.example', 'Me <me@vela.example>', 'a@b.c\nd'])
    expect([text, looksLikeEmailAddress(text)]).toEqual([text, false])
  expect(looksLikeEmailAddress(`${'a'.repeat(250)}@vela.example`)).toBe(false)
})
