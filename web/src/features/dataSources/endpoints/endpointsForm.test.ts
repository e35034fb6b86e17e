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
  indexEndpoint: null,
  indexName: null,
  indexCredential: null,
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

  test('needs a database and a name for an index, or neither', () => {
    const errors = (indexEndpoint: string, indexName: string, indexCredential = '') =>
      Object.keys(errorsOf({ ...values, indexEndpoint, indexName, indexCredential }, 'explicit', stored, t))
    const url = 'postgres://user@db.example.com:5432/search'
    expect(errors('', '')).toEqual([])
    expect(errors(url, 'library_1')).toEqual([])
    expect(errors(` ${url} `, ' _library ', 'password')).toEqual([])
    expect(errors(url, '')).toEqual(['indexName'])
    expect(errors('', 'library_1')).toEqual(['indexEndpoint'])
    expect(errors('', '', 'password')).toEqual(['indexEndpoint'])
  })

  test.each([
    ['postgres://user@db.example.com/search', undefined],
    ['postgresql://user@db.example.com:5432/search?sslmode=disable', undefined],
    ['postgres://user@[::1]:5432/search?application_name=a:b@c', undefined],
    ['postgres://us%3Aer@db.example.com/search', undefined],
    ['https://user@db.example.com/search', t('databaseUrlWrong')],
    ['db.example.com', t('databaseUrlWrong')],
    ['postgres://db.example.com:5432/search', t('databaseUrlWrong')],
    ['postgres://user@db.example.com', t('databaseUrlWrong')],
    ['postgres://user@/search', t('databaseUrlWrong')],
    ['postgres://user@db.example.com/sea rch', t('databaseUrlWrong')],
    ['postgres://user:secret@db.example.com/search', t('databaseUrlPassword')],
    ['postgres://user:s@c/r:e#t?@db.example.com/search', t('databaseUrlPassword')],
    ['postgres://user:@db.example.com/search', t('databaseUrlPassword')],
    ['postgres://user@db.example.com/search?sslmode=disable&password=secret', t('databaseUrlPassword')],
  ])('takes %s as the URL of a database, or says what is wrong', (indexEndpoint, message) => {
    const errors = errorsOf({ ...values, indexEndpoint, indexName: 'library' }, 'explicit', stored, t)
    expect(errors).toEqual(message === undefined ? {} : { indexEndpoint: message })
  })

  test.each([
    ['a', undefined],
    ['_pg', undefined],
    ['pgsearch', undefined],
    ['x'.repeat(63), undefined],
    ['x'.repeat(64), t('tooLong', { max: 63 })],
    ['pg_search', t('indexNameWrong')],
    ['1st', t('indexNameWrong')],
    ['Library', t('indexNameWrong')],
    ['my-library', t('indexNameWrong')],
    ['مكتبة', t('indexNameWrong')],
    ['a";drop', t('indexNameWrong')],
  ])('takes %s as the name of an index, or says what is wrong', (indexName, message) => {
    const indexEndpoint = 'postgres://user@db.example.com/search'
    const errors = errorsOf({ ...values, indexEndpoint, indexName }, 'explicit', stored, t)
    expect(errors).toEqual(message === undefined ? {} : { indexName: message })
  })

  test('sends endpoints only if they were changed, and keys only if they were entered', () => {
    expect(inputOf(values, 'explicit', ['name'])).toEqual({ name: 'Ours', description: '' })
    expect(inputOf(values, 'explicit', ['embeddingEndpoint']).endpoints).toEqual({
      blobContainerUrl: stored.blobContainerUrl,
      embeddingEndpoint: '',
      embeddingDeployment: '',
      indexEndpoint: '',
      indexName: '',
    })
    const entered = { ...values, blobContainerCredential: ' id:secret ', indexCredential: ' password ' }
    expect(inputOf(entered, 'explicit', ['blobContainerCredential']).endpoints).toMatchObject({
      blobContainerCredential: 'id:secret',
      indexCredential: 'password',
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
