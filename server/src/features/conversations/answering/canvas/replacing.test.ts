import { expect, test } from 'vitest'
import { replaced } from './replacing.ts'

test('makes each change where its text is, one after another', () => {
  expect(
    replaced('a b c', [
      { find: 'a', replace: 'x y' },
      { find: 'y b', replace: '$&' },
    ]),
  ).toEqual({ content: 'x $& c' })
  expect(replaced('a b', [{ find: ' b', replace: '' }])).toEqual({ content: 'a' })
})

test('changes nothing if a text is missing, empty, or there more than once', () => {
  expect(
    replaced('one two one', [
      { find: 'two', replace: '2' },
      { find: 'three', replace: '3' },
      { find: 'one', replace: '1' },
      { find: '', replace: '0' },
    ]),
  ).toEqual({
    failures: [
      expect.stringContaining('Edit 2: "three" is not in the document'),
      expect.stringContaining('Edit 3: "one" occurs more than once'),
      expect.stringContaining('Edit 4: "" is not in the document'),
    ],
  })
  expect(replaced('aaa', [{ find: 'aa', replace: 'b' }])).toHaveProperty('failures')
})
