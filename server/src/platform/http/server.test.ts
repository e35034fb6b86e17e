import { describe, expect, test } from 'vitest'
import { answerTo, asAppError } from './server.ts'

const sqlError = (code: string) => Object.assign(new Error('could not extend file'), { code })

describe('an error of the database is answered', () => {
  test('with what to do if its disk is full', () => {
    expect(asAppError(sqlError('53100'))).toMatchObject({ code: 'storage.full', status: 507 })
  })

  test('for reads, which pages repeat, as unavailable if its disk is full', () => {
    expect(answerTo('GET', sqlError('53100'))).toMatchObject({ code: 'server.database', status: 503 })
    expect(answerTo('POST', sqlError('53100'))).toMatchObject({ code: 'storage.full', status: 507 })
  })

  test('as unavailable for a moment if it has no connection left', () => {
    expect(asAppError(sqlError('53300'))).toMatchObject({
      code: 'server.database',
      status: 503,
      retryAfter: 2,
    })
  })
})
