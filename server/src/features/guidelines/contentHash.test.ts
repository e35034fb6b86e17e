import { expect, test } from 'vitest'
import { contentHashOf } from './contentHash.ts'

const section = { heading: 'Rule', text: 'Check every answer.', isInstruction: false }

test('the hash can be computed by anyone from the title and the sections, in this form', () => {
  // printf '%s' '{"title":"Use","sections":[{"heading":"Rule","text":"Check every answer.","isInstruction":false}]}' | sha256sum
  expect(contentHashOf('Use', [section])).toBe(
    '09473d8dcb906a6492a0a6ed62990b87172f6f8cff282a1523f551c534d21e88',
  )
})

test('the hash differs with everything that someone accepts, and with nothing else', () => {
  const two = [section, { ...section, heading: 'Another' }]
  const contents: [string, (typeof section)[]][] = [
    ['Use', [section]],
    ['Uses', [section]],
    ['Use', [{ ...section, heading: 'Rules' }]],
    ['Use', [{ ...section, text: '' }]],
    ['Use', [{ ...section, isInstruction: true }]],
    ['Use', two],
    ['Use', two.toReversed()],
    ['Use', []],
    // The boundaries between the parts count.
    ['Use', [{ ...section, heading: 'RuleCheck', text: ' every answer.' }]],
  ]
  expect(new Set(contents.map((content) => contentHashOf(...content))).size).toBe(contents.length)
  const stored = { isInstruction: false, version: 7, text: section.text, heading: section.heading }
  expect(contentHashOf('Use', [stored])).toBe(contentHashOf('Use', [section]))
})
