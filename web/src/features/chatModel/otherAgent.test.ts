import { expect, it } from 'vitest'
import { mentionBegun, otherAgentOf, withoutMention } from './otherAgent.ts'

const guide = { gptSystemId: 'g1', name: 'Guide' }

it('who answered is told where it was not the conversation’s own agent', () => {
  expect(otherAgentOf({ gptSystem: guide }, 'g2')).toBe(guide)
  expect(otherAgentOf({ gptSystem: guide }, 'g1')).toBe(null)
  // Not before it is known whose the conversation is, or who answers.
  expect(otherAgentOf({ gptSystem: guide }, '')).toBe(null)
  expect(otherAgentOf({ gptSystem: null }, 'g1')).toBe(null)
})

it.each([
  ['', '@', 1, 0],
  ['Hello ', 'Hello @', 7, 6],
  ['Hello\n', 'Hello\n@', 7, 6],
  [' there', '@ there', 1, 0],
  // In the middle of an address, and where it was not typed just now.
  ['anna', 'anna@', 5, -1],
  ['', 'write to @', 10, -1],
  ['@', '@g', 2, -1],
  ['@@', '@', 1, -1],
  ['a b', 'a b', 3, -1],
])('an @ that is typed from %j to %j begins at %i: %i', (before, text, caret, at) => {
  expect(mentionBegun(before, text, caret)).toBe(at)
})

it('a mention goes with what was typed of it, and the rest stays', () => {
  expect(withoutMention('@', 0)).toBe('')
  expect(withoutMention('Say @gui there', 4)).toBe('Say there')
  expect(withoutMention('Say @', 4)).toBe('Say ')
})
