import { expect, it } from 'vitest'
import { faultsOf } from './faults.ts'

it('a personal agent needs a name of at most 150 characters and a description of at most 500, after trimming', () => {
  expect(faultsOf({ name: '  ', description: '' })).toEqual({ name: 'nameRequired' })
  expect(faultsOf({ name: ` ${'n'.repeat(150)} `, description: ` ${'d'.repeat(500)} ` })).toEqual({})
  expect(faultsOf({ name: 'n'.repeat(151), description: 'd'.repeat(501) })).toEqual({
    name: 'nameTooLong',
    description: 'descriptionTooLong',
  })
})
