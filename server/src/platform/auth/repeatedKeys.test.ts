import { expect, test } from 'vitest'
import { cpuMs } from '../../testing/cpuTime.ts'
import { hasRepeatedKeys } from './repeatedKeys.ts'

test.each([
  ['{"a":1,"a":2}', true],
  ['{"a":1,"b":{"a":2}}', false],
  ['{"a":1,"b":{"c":2,"c":3}}', true],
  ['{"a":{"x":1},"b":{"x":1}}', false],
  ['{"a":[{"x":1},{"x":2}]}', false],
  ['{"aud":"a", "\\u0061ud" : "b"}', true],
  ['{"a":"\\"a\\":","b":"{\\"b\\":1}"}', false],
  ['{"a":"a","b":"a"}', false],
  ['[]', false],
  ['nothing', false],
])('%s has a duplicate key: %s', (json, expected) => {
  expect(hasRepeatedKeys(json)).toBe(expected)
})

test.each(['"', '\\"', '\\\\\n"', '{', '" '])('a text consisting only of %j is read once', (piece) => {
  const spent = cpuMs(() => {
    hasRepeatedKeys(`"${piece.repeat(200_000 / piece.length)}`)
    hasRepeatedKeys(`"${piece.repeat(200_000 / piece.length)}\\\n`)
  })
  expect(spent).toBeLessThan(1000)
})
