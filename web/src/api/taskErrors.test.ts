import { describe, expect, it } from 'vitest'
import { parseTaskErrors } from './taskErrors.ts'

describe('the errors of an asynchronous task', () => {
  it.each([
    ['{"name":"Too long","files":["a.pdf","b.pdf"]}', ['name=Too long', 'files=a.pdf', 'files=b.pdf']],
    [
      '[{"field":"name","value":"Too long"},{"field":"path","message":"Taken"}]',
      ['name=Too long', 'path=Taken'],
    ],
    ['{"size":12,"inner":{"a":1}}', ['size=12', 'inner={"a":1}']],
    ['{}', []],
    ['', []],
  ])('[R-3-105] %s is a list of fields and values', (text, expected) => {
    expect(parseTaskErrors(text).map(({ field, value }) => `${field}=${value}`)).toEqual(expected)
  })

  it.each(['The index is full.', '{"name":', '"a text"', '12', 'null', '[1,{"field":"name"}]'])(
    '[R-3-105] %s is one general error',
    (text) => {
      expect(parseTaskErrors(text)).toEqual([{ field: '', value: text }])
    },
  )
})
