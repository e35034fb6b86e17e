import { describe, expect, it } from 'vitest'
import {
  afterSave,
  changedFields,
  chosenValues,
  differences,
  faultsWithout,
  rebased,
  same,
  usualChoices,
} from './formState.ts'

interface Values {
  name: string
  hosts: string[]
  colour: { main: string; dark: string } | null
}
const base: Values = { name: 'Halden', hosts: ['a.example'], colour: { main: '#111111', dark: '#000000' } }

describe('what is changed', () => {
  it('is told by content, whatever the order in which an object was written', () => {
    expect(same({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true)
    expect(same([], {})).toBe(false)
    expect(same(null, {})).toBe(false)
    expect(same({ a: undefined }, {})).toBe(false)
    expect(changedFields(base, { ...base, colour: { dark: '#000000', main: '#111111' } })).toEqual([])
    expect(changedFields(base, { ...base, hosts: [], colour: null })).toEqual(['hosts', 'colour'])
  })

  it('loses its faults, and those inside of it, when it is typed anew', () => {
    expect(faultsWithout({ 'colour.main': 'x', 'hosts.0': 'y', name: 'z' }, 'colour')).toEqual({
      'hosts.0': 'y',
      name: 'z',
    })
  })
})

describe('two who change the same thing', () => {
  const mine: Values = { ...base, name: 'Mine', hosts: ['b.example'] }
  const theirs: Values = { ...base, name: 'Theirs', colour: null }

  it('see every field that differs, and whose change it is', () => {
    expect(differences(base, mine, theirs).map(({ field, changedBy }) => [field, changedBy])).toEqual([
      ['name', 'both'],
      ['hosts', 'me'],
      ['colour', 'them'],
    ])
    expect(differences(base, mine, mine)).toEqual([])
  })

  it('keep by themselves what only one of them has changed, and mine where both have', () => {
    const choices = usualChoices(differences(base, mine, theirs))
    expect(choices).toEqual({ name: 'mine', hosts: 'mine', colour: 'theirs' })
    expect(chosenValues(theirs, mine, choices)).toEqual({ name: 'Mine', hosts: ['b.example'], colour: null })
  })

  it('may choose otherwise for each field', () => {
    const chosen = chosenValues(theirs, mine, { name: 'theirs', hosts: 'mine', colour: 'mine' })
    expect(chosen).toEqual({ name: 'Theirs', hosts: ['b.example'], colour: base.colour })
  })
})

describe('a form whose object is loaded anew', () => {
  const form = { base, version: 3, values: { ...base, name: 'Mine' } }

  it('follows to the new version and keeps what is typed', () => {
    const next = rebased(form, { ...base, hosts: ['new.example'] }, 4)
    expect(next).toEqual({
      base: { ...base, hosts: ['new.example'] },
      version: 4,
      values: { ...base, name: 'Mine', hosts: ['new.example'] },
    })
  })

  it('stays with the old version where the same field was changed by somebody else, so that saving asks', () => {
    expect(rebased(form, { ...base, name: 'Theirs' }, 4)).toBe(form)
  })

  it('takes no harm where both have typed the same', () => {
    const next = rebased(form, { ...base, name: 'Mine' }, 4)
    expect(next.version).toBe(4)
    expect(changedFields(next.base, next.values)).toEqual([])
  })
})

it('what is typed while a save is on its way stays typed, and the rest is as the server has it', () => {
  const sent = { ...base, name: ' Mine ' }
  const latest = { base, version: 3, values: { ...sent, hosts: ['typed.example'] } }
  const next = afterSave(latest, sent, { ...base, name: 'Mine' }, 4)
  expect(next.values).toEqual({ ...base, name: 'Mine', hosts: ['typed.example'] })
  expect(changedFields(next.base, next.values)).toEqual(['hosts'])
})
