import { expect, test } from 'vitest'
import { managementTexts } from '../lang/en.ts'
import { errorsOf, inputOf } from './chatLookForm.ts'

const look = { layout: 'Centered', showStarters: true, placeholder: '', disclaimer: '' } as const
const errors = (change: object) => errorsOf({ ...look, ...change }, managementTexts.text)

test('trims texts before sending them', () => {
  expect(inputOf({ ...look, placeholder: ' Ask me ', disclaimer: ' ' })).toEqual({
    ...look,
    placeholder: 'Ask me',
  })
})

test('reports the limit for texts that are too long after trimming', () => {
  expect(errors({ placeholder: ` ${'x'.repeat(100)} `, disclaimer: 'x'.repeat(300) })).toEqual({})
  expect(errors({ placeholder: 'x'.repeat(101), disclaimer: 'x'.repeat(301) })).toEqual({
    placeholder: 'Use 100 characters or fewer',
    disclaimer: 'Use 300 characters or fewer',
  })
})
