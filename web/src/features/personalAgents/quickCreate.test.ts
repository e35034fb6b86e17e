import { limits } from '@parlance/contract/limits'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../session/http.ts'
import { errorsOf } from './errors.ts'
import { groupedErrors } from './groupedErrors.ts'
import { personalAgentsTexts } from './lang/en.ts'
import { type Begun, payloadOf } from './quickCreatePayload.ts'

const errorTextsOf = (fields: { name: string; description: string }) => {
  const { name, description } = errorsOf(fields)
  const { english } = personalAgentsTexts
  return [name && english[name], description && english[description]]
}

describe('quick create form', () => {
  it('[R-5-001] [R-5-002] requires a name that isn’t blank', () => {
    expect(errorTextsOf({ name: '', description: '' })).toEqual(['Name is required', undefined])
    expect(errorTextsOf({ name: ' \t ', description: '' })).toEqual(['Name is required', undefined])
    expect(errorTextsOf({ name: ` ${'n'.repeat(150)} `, description: '' })).toEqual([undefined, undefined])
  })

  it('[R-5-003] [R-5-004] [R-9-013] accepts a name of 150 characters, and rejects one of 151 with a message', () => {
    expect(limits.agentName).toBe(150)
    expect(errorTextsOf({ name: 'n'.repeat(150), description: '' })).toEqual([undefined, undefined])
    const text = 'Name exceeds the maximum limit of 150 characters'
    expect(errorTextsOf({ name: 'n'.repeat(151), description: '' })).toEqual([text, undefined])
  })

  it('[R-5-005] [R-5-006] [R-9-014] accepts a description of 500 characters, and rejects one of 501 with a message', () => {
    expect(limits.agentDescription).toBe(500)
    expect(errorTextsOf({ name: 'n', description: 'd'.repeat(500) })).toEqual([undefined, undefined])
    const text = 'Description exceeds the maximum limit of 500 characters'
    expect(errorTextsOf({ name: 'n', description: 'd'.repeat(501) })).toEqual([undefined, text])
  })
})

it('sends the trimmed name and description, and the default configuration unchanged', () => {
  const begun = { systemPrompt: 'Be brief.', topP: 0.5, dataSources: [], deploymentName: null, number: 1 }
  expect(payloadOf(begun as unknown as Begun, { name: ' Mine ', description: ' Helps. ' })).toMatchObject({
    gptSystemName: 'Mine',
    description: 'Helps.',
    systemPrompt: 'Be brief.',
    topP: 0.5,
    dataSources: [],
    deploymentName: null,
  })
  expect(payloadOf(begun as unknown as Begun, { name: 'x', description: '' })).not.toHaveProperty('number')
})

it('groups the server’s messages by field', () => {
  const errors = [
    { field: 'gptSystemName', message: 'Name is required' },
    { field: 'description', message: 'Too long' },
    { field: 'gptSystemName', message: 'NUL characters aren’t allowed' },
  ]
  const data = {
    type: 'about:blank',
    title: 'No',
    status: 400,
    code: 'request.invalid',
    requestId: '',
    errors,
  }
  const failure = { status: 400, data, requestId: '' }
  expect(groupedErrors(failure)).toEqual([
    { key: 'gptSystemName', messages: ['Name is required', 'NUL characters aren’t allowed'] },
    { key: 'description', messages: ['Too long'] },
  ])
  expect(groupedErrors(new ApiError({ status: 'FETCH_ERROR', requestId: '' }))).toEqual([])
})
