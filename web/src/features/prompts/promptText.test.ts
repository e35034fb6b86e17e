import { expect, it } from 'vitest'
import type { Prompt } from './data/api.ts'
import { filled, matching, withPrompt } from './promptText.ts'

const prompt = (title: string, text: string) => ({ promptId: title, title, text }) as Prompt

it('fills each variable wherever it occurs, and keeps those without a value as written', () => {
  const text = 'Translate {{text}} into {{ language }}, all of {{text}}.'
  expect(filled(text, { text: ' this $& ', language: 'Arabic' })).toBe(
    'Translate this $& into Arabic, all of this $&.',
  )
  expect(filled(text, { text: 'this', language: ' ' })).toBe(
    'Translate this into {{ language }}, all of this.',
  )
})

it('replaces the slash, and otherwise follows the existing text', () => {
  expect(withPrompt('', 'Sum up.')).toBe('Sum up.')
  expect(withPrompt('/', 'Sum up.')).toBe('Sum up.')
  expect(withPrompt('Here it is: \n', 'Sum up.')).toBe('Here it is:\nSum up.')
})

it('finds words in the title and the text, title matches first', () => {
  const all = [
    prompt('Mail', 'Write a summary for Ben'),
    prompt('Summary', 'Sum up'),
    prompt('Plan', 'Plan it'),
  ]
  expect(matching(all, ' SUMM ').map(({ title }) => title)).toEqual(['Summary', 'Mail'])
  expect(matching(all, 'ben mail').map(({ title }) => title)).toEqual(['Mail'])
  expect(matching(all, '')).toEqual(all)
})

it('keeps an unfilled variable as written, whatever its name', () => {
  expect(filled('{{constructor}} and {{toString}}', {})).toBe('{{constructor}} and {{toString}}')
})
