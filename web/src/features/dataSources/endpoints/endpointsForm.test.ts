import { describe, expect, test } from 'vitest'
import { blankValues, errorsOf, inputOf } from './endpointsForm.ts'
import { endpointsTexts } from './lang/en.ts'
import { typeIn } from './sourcePaths.ts'

const t = endpointsTexts.text
const stored = {
  blobContainerUrl: 's3://files?region=eu-central-1',
  blobContainerCredential: { lastFour: 'cret' },
  embeddingEndpoint: null,
  embeddingDeployment: null,
  embeddingCredential: null,
  probes: [],
  isConfirmed: true,
}
const values = { ...blankValues, name: 'Ours', blobContainerUrl: stored.blobContainerUrl }

describe('the form of endpoints', () => {
  test('needs a key for a new container, and keeps the stored one for the same', () => {
    expect(errorsOf(values, 'explicit', null, t)).toEqual({ blobContainerCredential: 'Enter the key' })
    expect(errorsOf(values, 'explicit', stored, t)).toEqual({})
    const moved = { ...values, blobContainerUrl: 's3://other?region=eu-central-1' }
    expect(errorsOf(moved, 'explicit', stored, t)).toEqual({ blobContainerCredential: 'Enter the key' })
    expect(errorsOf({ ...blankValues, name: 'Ours' }, 'default', null, t)).toEqual({})
  })

  test('needs both or neither of an embedding endpoint and deployment', () => {
    const errors = (embeddingEndpoint: string, embeddingDeployment: string) =>
      Object.keys(errorsOf({ ...values, embeddingEndpoint, embeddingDeployment }, 'explicit', stored, t))
    expect(errors('', '')).toEqual([])
    expect(errors('https://models.example.com/v1', 'e')).toEqual([])
    expect(errors('https://models.example.com/v1', '')).toEqual(['embeddingDeployment'])
    expect(errors('', 'e')).toEqual(['embeddingEndpoint'])
    expect(errors('models.example.com', 'e')).toEqual(['embeddingEndpoint'])
  })

  test('sends endpoints only if they were changed, and keys only if they were entered', () => {
    expect(inputOf(values, 'explicit', ['name'])).toEqual({ name: 'Ours', description: '' })
    expect(inputOf(values, 'explicit', ['embeddingEndpoint']).endpoints).toEqual({
      blobContainerUrl: stored.blobContainerUrl,
      embeddingEndpoint: '',
      embeddingDeployment: '',
    })
    const entered = { ...values, blobContainerCredential: ' id:secret ' }
    expect(inputOf(entered, 'explicit', ['blobContainerCredential']).endpoints).toMatchObject({
      blobContainerCredential: 'id:secret',
    })
    expect(inputOf(values, 'default', ['blobContainerUrl']).endpoints).toBeUndefined()
  })

  test('addresses name one type of library with one of two kinds of endpoints', () => {
    expect(typeIn({ dataSourceType: 'UploadedFiles', endpointsType: 'explicit' })).toBe('explicit')
    expect(typeIn({ dataSourceType: 'uploadedFiles', endpointsType: 'default' })).toBe('default')
    expect(typeIn({ dataSourceType: 'Websites', endpointsType: 'default' })).toBeNull()
    expect(typeIn({ dataSourceType: 'UploadedFiles', endpointsType: 'other' })).toBeNull()
  })
})
