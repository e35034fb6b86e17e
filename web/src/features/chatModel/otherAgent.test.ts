import { expect, it } from 'vitest'
import { mentionBegun, otherAgentOf, withoutMention } from './otherAgent.ts'

const guide = { gptSystemId: 'g1', name: 'Guide' }

it('the answering agent is named if it isn’t the conversation’s own', () => {
  expect(otherAgentOf({ gptSystem: guide }, 'g2')).toBe(guide)
  expect(otherAgentOf({ gptSystem: guide }, 'g1')).toBe(null)
  // Null until both the conversation's agent and the answering agent are known.
  expect(otherAgentOf({ gptSystem: guide }, '')).toBe(null)
  expect(otherAgentOf({ gptSystem: null }, 'g1')).toBe(null)
})

it.each([
  ['', '@', 1, 0],
  ['Hello ', 'Hello @', 7, 6],
  ['Hello\n', 'Hello\n@', 7, 6],
  [' there', '@ there', 1, 0],
  // In the middle of an email address, and where it wasn't just typed.
  ['anna', 'anna@', 5, -1],
  ['', 'write to @', 10, -1],
  ['@', '@g', 2, -1],
  ['@@', '@', 1, -1],
  ['a b', 'a b', 3, -1],
])('an @ typed from %j to %j starts at %i: %i', (before, text, caret, at) => {
  expect(mentionBegun(before, text, caret)).toBe(at)
})

it('removes a mention with the text typed for it, and keeps the rest', () => {
  expect(withoutMention('@', 0)).toBe('')
  expect(withoutMention('Say @gui there', 4)).toBe('Say there')
  expect(withoutMention('Say @', 4)).toBe('Say ')
})
