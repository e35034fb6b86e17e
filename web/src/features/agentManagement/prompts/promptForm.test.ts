import { expect, test } from 'vitest'
import type { ManagementText } from '../lang/en.ts'
import { errorsOf, inputOf } from './promptForm.ts'

/** Returns keys with their values instead of texts. */
const t = ((key: string, values?: object) =>
  values ? `${key} ${JSON.stringify(values)}` : key) as unknown as ManagementText
const variables = (count: number) => Array.from({ length: count }, (_, n) => `{{v${n}}}`).join(' ')

test('accepts a prompt up to its limits after trimming', () => {
  expect(errorsOf({ title: 'Shorten', text: 'Shorten {{text}}.' }, t)).toEqual({})
  expect(errorsOf({ title: ` ${'😀'.repeat(100)} `, text: ` ${'x'.repeat(8000)} ` }, t)).toEqual({})
  expect(errorsOf({ title: 'Ten', text: variables(10) }, t)).toEqual({})
})

test('reports errors at their fields', () => {
  expect(errorsOf({ title: ' ', text: '\n' }, t)).toEqual({ title: 'titleRequired', text: 'textRequired' })
  expect(errorsOf({ title: 'x'.repeat(101), text: 'x'.repeat(8001) }, t)).toEqual({
    title: 'promptTooLong {"count":101,"max":100}',
    text: 'promptTooLong {"count":8001,"max":8000}',
  })
  expect(errorsOf({ title: 'Eleven', text: variables(11) }, t)).toEqual({
    text: 'variablesMany {"count":11,"max":10}',
  })
  expect(errorsOf({ title: 'One name', text: '{{a}} '.repeat(20) }, t)).toEqual({})
})

test('sends trimmed texts and leaves the position to the server', () => {
  expect(inputOf({ title: ' Shorten ', text: ' It.\n' })).toEqual({ title: 'Shorten', text: 'It.' })
})
