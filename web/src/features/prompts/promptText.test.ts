import { expect, it } from 'vitest'
import type { Prompt } from './data/api.ts'
import { filled, matching, withPrompt } from './promptText.ts'

const prompt = (title: string, text: string) => ({ promptId: title, title, text }) as Prompt

it('fills each variable wherever it stands, and leaves what has no value as it is written', () => {
  const text = 'Translate {{text}} into {{ language }}, all of {{text}}.'
  expect(filled(text, { text: ' this $& ', language: 'Arabic' })).toBe(
    'Translate this $& into Arabic, all of this $&.',
  )
  expect(filled(text, { text: 'this', language: ' ' })).toBe(
    'Translate this into {{ language }}, all of this.',
  )
})

it('takes the place of the slash, and else stands below what is written', () => {
  expect(withPrompt('', 'Sum up.')).toBe('Sum up.')
  expect(withPrompt('/', 'Sum up.')).toBe('Sum up.')
  expect(withPrompt('Here it is: \n', 'Sum up.')).toBe('Here it is:\nSum up.')
})

it('finds by words of the title and the text, titles first', () => {
  const all = [
    prompt('Mail', 'Write a summary for Ben'),
    prompt('Summary', 'Sum up'),
    prompt('Plan', 'Plan it'),
  ]
  expect(matching(all, ' SUMM ').map(({ title }) => title)).toEqual(['Summary', 'Mail'])
  expect(matching(all, 'ben mail').map(({ title }) => title)).toEqual(['Mail'])
  expect(matching(all, '')).toEqual(all)
})

it('leaves a variable as it is written that nobody has filled, whatever it is called', () => {
  expect(filled('{{constructor}} and {{toString}}', {})).toBe('{{constructor}} and {{toString}}')
})
