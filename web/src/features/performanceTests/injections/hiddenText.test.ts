import { expect, it } from 'vitest'
import { visiblePieces } from './hiddenText.ts'

it('shows characters that people don’t see, and leaves others as they are', () => {
  expect(visiblePieces('No secrets, أبجد')).toEqual([{ text: 'No secrets, أبجد', hidden: null }])
  expect(visiblePieces('a\u200bb\u202Ec')).toEqual([
    { text: 'a', hidden: null },
    { text: '·', hidden: 'U+200B' },
    { text: 'b', hidden: null },
    { text: '·', hidden: 'U+202E' },
    { text: 'c', hidden: null },
  ])
  expect(visiblePieces('x\u{E0073}\u{E0061}\u{E0079}')).toEqual([
    { text: 'x', hidden: null },
    { text: 'say', hidden: 'U+E0073–U+E0079' },
  ])
})
