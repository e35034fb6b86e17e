import { describe, expect, test } from 'vitest'
import { differences, shownChanges, takenBack } from './differences.ts'
import { isSecretName, MASK } from './secretFields.ts'

describe('differences', () => {
  test('names nested fields by path, and lists only those that differ', () => {
    const before = { name: 'A', theme: { primary: { main: '#111111', dark: '#000000' } }, hosts: ['a'] }
    const after = { name: 'A', theme: { primary: { main: '#222222', dark: '#000000' } }, hosts: ['a', 'b'] }
    expect(differences(before, after)).toEqual([
      { field: 'hosts', before: ['a'], after: ['a', 'b'] },
      { field: 'theme.primary.main', before: '#111111', after: '#222222' },
    ])
  })

  test('treats missing, undefined, null, and empty objects as equal', () => {
    expect(differences({ a: null, b: undefined, c: {} }, {})).toEqual([])
    expect(differences({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } })).toEqual([])
  })

  test('ignores key order inside lists', () => {
    expect(differences({ list: [{ a: 1, b: 2 }] }, { list: [{ b: 2, a: 1 }] })).toEqual([])
  })

  test("keeps keys that can't be part of a path inside a value", () => {
    const before = { map: { 'chat.example.com': 1 } }
    expect(differences(before, { map: {} })).toEqual([
      { field: 'map', before: { 'chat.example.com': 1 }, after: null },
    ])
    const hostile = JSON.parse('{"map":{"__proto__":{"polluted":1}}}')
    const back = takenBack({}, differences(hostile, null))
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(JSON.stringify(back)).toBe('{"map":{"__proto__":{"polluted":1}}}')
  })
})

describe('secrets', () => {
  const planted = 'planted-secret-value'

  test.each([
    'apiKey',
    'api_key',
    'API-KEY',
    'clientSecret',
    'password',
    'newPassword',
    'passphrase',
    'ciphertext',
    'providerKeyCiphertext',
    'credential',
    'credentials',
    'privateKey',
    'accessToken',
    'refresh_token',
    'token',
    'searchKey',
    'providerKey',
    'connectionString',
  ])('%s never appears in a difference, at any depth', (name) => {
    expect(isSecretName(name)).toBe(true)
    const objects = [
      { [name]: planted },
      { outer: { [name]: planted } },
      { [name]: { value: planted, parts: [planted] } },
      { list: [{ id: '1', [name]: planted }] },
      { list: [[{ deep: { [name]: planted } }]] },
      { 'a b': { [name]: planted } },
    ]
    for (const object of objects) {
      for (const changes of [differences(null, object), differences(object, null)]) {
        expect(changes.length).toBeGreaterThan(0)
        expect(JSON.stringify(changes)).not.toContain(planted)
        expect(JSON.stringify(changes)).toContain(MASK)
      }
    }
  })

  test.each(['maxTokens', 'brandKey', 'tokensPerDay', 'keyboard', 'name', 'passages'])(
    '%s is not a secret',
    (name) => {
      expect(isSecretName(name)).toBe(false)
      expect(differences({ [name]: 1 }, { [name]: 2 })).toEqual([{ field: name, before: 1, after: 2 }])
    },
  )

  test('record that they changed, whether one exists, and its last four characters', () => {
    expect(differences({ apiKey: 'a' }, { apiKey: 'b' })).toEqual([
      { field: 'apiKey', before: MASK, after: MASK },
    ])
    expect(differences({ apiKey: null, hasPassword: false }, { apiKey: 'b', hasPassword: true })).toEqual([
      { field: 'apiKey', before: null, after: MASK },
      { field: 'hasPassword', before: false, after: true },
    ])
    expect(differences(null, { apiKey: { lastFour: '9f2c', value: planted } })).toEqual([
      { field: 'apiKey.lastFour', before: null, after: '9f2c' },
      { field: 'apiKey.value', before: null, after: MASK },
    ])
    expect(JSON.stringify(differences(null, { apiKey: { lastFour: planted } }))).not.toContain(planted)
  })

  test('that differ inside a list show the whole list, since nothing else can be shown', () => {
    const changes = differences({ list: [{ id: 'a', secret: 'x' }] }, { list: [{ id: 'a', secret: 'y' }] })
    expect(shownChanges(changes)).toEqual([
      { field: 'list', before: [{ id: 'a', secret: MASK }], after: [{ id: 'a', secret: MASK }] },
    ])
  })
})

describe('reverting', () => {
  const first = { name: 'A', theme: { primary: { main: '#111111' } }, hosts: ['a'], note: null }
  const second = { name: 'B', theme: { menu: { main: '#222222' } }, hosts: [], note: 'x', flag: true }

  test.each([
    [first, second],
    [second, first],
    [{}, first],
    [first, {}],
    [{ a: 'text' }, { a: { b: 1 } }],
    [{ a: { b: 1 } }, { a: 'text' }],
    [{ a: { b: { c: 1 }, d: 2 } }, { a: { d: 2 } }],
  ])('restores %j after it became %j', (before, after) => {
    const back = takenBack(after, differences(before, after))
    expect(differences(back, before)).toEqual([])
  })

  test('keeps secrets at their current value', () => {
    const changes = differences(
      { apiKey: 'old', list: [{ secret: 'old' }], name: 'A' },
      { apiKey: 'new', list: [{ secret: 'new' }], name: 'B' },
    )
    expect(takenBack({ apiKey: 'new', list: [{ secret: 'new' }], name: 'B' }, changes)).toEqual({
      apiKey: 'new',
      list: [{ secret: 'new' }],
      name: 'A',
    })
  })
})

describe('displayed changes to lists of objects', () => {
  test('match objects by their identifying field, at any position', () => {
    const before = [
      { dataSourceId: 'x', topK: 5 },
      { dataSourceId: 'y', topK: 5 },
    ]
    const after = [
      { dataSourceId: 'y', topK: 9 },
      { dataSourceId: 'z', topK: 1 },
    ]
    expect(shownChanges(differences({ sources: before }, { sources: after }))).toEqual([
      { field: 'sources.0.dataSourceId', before: 'x', after: null },
      { field: 'sources.0.topK', before: 5, after: null },
      { field: 'sources.0.topK', before: 5, after: 9 },
      { field: 'sources.1.dataSourceId', before: null, after: 'z' },
      { field: 'sources.1.topK', before: null, after: 1 },
    ])
  })

  test('match by position if there is no such field, and keep lists of plain values whole', () => {
    expect(shownChanges(differences({ l: [{ a: 1 }] }, { l: [{ a: 2 }, { a: 3 }] }))).toEqual([
      { field: 'l.0.a', before: 1, after: 2 },
      { field: 'l.1.a', before: null, after: 3 },
    ])
    expect(shownChanges(differences({ l: ['a'] }, { l: ['a', 'b'] }))).toEqual([
      { field: 'l', before: ['a'], after: ['a', 'b'] },
    ])
  })

  test('also split values that entries from earlier releases store whole', () => {
    const entry = { field: 'limits', before: { day: 1, month: 5 }, after: { day: 2, month: 5 } }
    expect(shownChanges([entry])).toEqual([{ field: 'limits.day', before: 1, after: 2 }])
  })
})
