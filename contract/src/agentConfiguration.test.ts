import { describe, expect, it } from 'vitest'
import { UpdateState } from './agentConfiguration.ts'

const takes = (input: object) => UpdateState.safeParse(input).success

describe('an agent configuration', () => {
  it('[R-3-078] [R-3-079] accepts tools only by their types', () => {
    expect(takes({ capabilityTypes: ['FileSearch', 'Vision'] })).toBe(true)
    expect(takes({ capabilityTypes: [] })).toBe(true)
    for (const other of ['fileSearch', 'Search', '']) expect(takes({ capabilityTypes: [other] })).toBe(false)
  })

  it('reports specific errors for name and description', () => {
    const said = (input: object) => UpdateState.safeParse(input).error?.issues.map(({ message }) => message)
    expect(said({ gptSystemName: ' ' })).toEqual(['Name is required'])
    expect(said({ gptSystemName: 'n'.repeat(151) })).toEqual([
      'Name exceeds the maximum limit of 150 characters',
    ])
    expect(said({ description: 'd'.repeat(501) })).toEqual([
      'Description exceeds the maximum limit of 500 characters',
    ])
  })
})
