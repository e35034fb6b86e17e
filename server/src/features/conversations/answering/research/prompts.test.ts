import { expect, test } from 'vitest'
import { notesIn } from './prompts.ts'

test('notes have no characters that can’t be stored', () => {
  const odd = 'Built\u0000 \ud800.'
  expect(notesIn(JSON.stringify({ notes: odd, searches: [odd], open: [odd] }))).toEqual({
    notes: 'Built\ufffd \ufffd.',
    searches: ['Built\ufffd \ufffd.'],
    open: ['Built\ufffd \ufffd.'],
  })
  expect(notesIn(odd).notes).toBe('Built\ufffd \ufffd.')
})
