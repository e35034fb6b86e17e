import { describe, expect, it } from 'vitest'
import {
  afterSave,
  changedFields,
  chosenValues,
  differences,
  errorsWithout,
  rebased,
  same,
  usualChoices,
} from './formState.ts'

interface Values {
  name: string
  hosts: string[]
  color: { main: string; dark: string } | null
}
const base: Values = { name: 'Halden', hosts: ['a.example'], color: { main: '#111111', dark: '#000000' } }

describe('changes', () => {
  it('are found by content, regardless of the order of an object’s keys', () => {
    expect(same({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true)
    expect(same([], {})).toBe(false)
    expect(same(null, {})).toBe(false)
    expect(same({ a: undefined }, {})).toBe(false)
    expect(changedFields(base, { ...base, color: { dark: '#000000', main: '#111111' } })).toEqual([])
    expect(changedFields(base, { ...base, hosts: [], color: null })).toEqual(['hosts', 'color'])
  })

  it('clear the field’s errors, including nested ones', () => {
    expect(errorsWithout({ 'color.main': 'x', 'hosts.0': 'y', name: 'z' }, 'color')).toEqual({
      'hosts.0': 'y',
      name: 'z',
    })
  })
})

describe('two users who change the same object', () => {
  const mine: Values = { ...base, name: 'Mine', hosts: ['b.example'] }
  const theirs: Values = { ...base, name: 'Theirs', color: null }

  it('see every field that differs, and who changed it', () => {
    expect(differences(base, mine, theirs).map(({ field, changedBy }) => [field, changedBy])).toEqual([
      ['name', 'both'],
      ['hosts', 'me'],
      ['color', 'them'],
    ])
    expect(differences(base, mine, mine)).toEqual([])
  })

  it('keep each other’s changes by default, and mine if both changed a field', () => {
    const choices = usualChoices(differences(base, mine, theirs))
    expect(choices).toEqual({ name: 'mine', hosts: 'mine', color: 'theirs' })
    expect(chosenValues(theirs, mine, choices)).toEqual({ name: 'Mine', hosts: ['b.example'], color: null })
  })

  it('can choose differently for each field', () => {
    const chosen = chosenValues(theirs, mine, { name: 'theirs', hosts: 'mine', color: 'mine' })
    expect(chosen).toEqual({ name: 'Theirs', hosts: ['b.example'], color: base.color })
  })
})

describe('a form whose object is reloaded', () => {
  const form = { base, version: 3, values: { ...base, name: 'Mine' } }

  it('moves to the new version and keeps unsaved input', () => {
    const next = rebased(form, { ...base, hosts: ['new.example'] }, 4)
    expect(next).toEqual({
      base: { ...base, hosts: ['new.example'] },
      version: 4,
      values: { ...base, name: 'Mine', hosts: ['new.example'] },
    })
  })

  it('stays at the old version if someone else changed the same field, so saving asks', () => {
    expect(rebased(form, { ...base, name: 'Theirs' }, 4)).toBe(form)
  })

  it('is unaffected if both entered the same value', () => {
    const next = rebased(form, { ...base, name: 'Mine' }, 4)
    expect(next.version).toBe(4)
    expect(changedFields(next.base, next.values)).toEqual([])
  })
})

it('keeps input entered during a save, and takes the rest from the server', () => {
  const sent = { ...base, name: ' Mine ' }
  const latest = { base, version: 3, values: { ...sent, hosts: ['typed.example'] } }
  const next = afterSave(latest, sent, { ...base, name: 'Mine' }, 4)
  expect(next.values).toEqual({ ...base, name: 'Mine', hosts: ['typed.example'] })
  expect(changedFields(next.base, next.values)).toEqual(['hosts'])
})
