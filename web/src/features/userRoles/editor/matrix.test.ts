import { type Action, actions, areaOf, implied, isSpecific } from '@parlance/contract/actions'
import { describe, expect, it } from 'vitest'
import type { EntityRight, UserAction } from '../data/api.ts'
import {
  actionChanges,
  columns,
  giveable,
  matrixOf,
  mayGive,
  resolvedOf,
  specificIds,
  stateOf,
  withAction,
  withRights,
} from './matrix.ts'

const all: UserAction[] = actions.map((name) => ({
  name,
  area: areaOf(name),
  specific: isSpecific(name),
  impliedBy: actions.filter((other) => implied(other) === name),
  held: true,
}))
const action = (name: Action) => all.find((one) => one.name === name)!
const rows = matrixOf(all).flatMap((group) => group.rows)
const row = (name: string) => rows.find((one) => one.name === name)!
const write = (...ids: string[]): EntityRight[] => withRights([], 'GptSystemsWriteSpecific', ids)

describe('the matrix', () => {
  it('contains every action of the product exactly once', () => {
    const placed = rows.flatMap(({ cells, further }) => [...Object.values(cells), ...further])
    expect(placed.map(({ name }) => name).sort()).toEqual([...actions].sort())
  })

  it('places an action by its name, and actions without a column in the row of their area', () => {
    expect(columns.map((column) => row('GptSystems').cells[column]?.name)).toEqual([
      'GptSystemsRead',
      'GptSystemsCreate',
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
    ])
    expect(row('GptSystems').further.map(({ name }) => name)).toEqual([
      'GptSystemsPublish',
      'GptSystemsApprove',
    ])
    expect(Object.keys(row('ConfigurationAuditLog').cells)).toEqual(['Read'])
    expect(row('GuidelinesConsents').cells.Read?.name).toBe('GuidelinesConsentsRead')
  })

  it('starts with the actions for managing agents, in navigation order', () => {
    const [first, second] = matrixOf(all)
    expect(first?.rows.map(({ name }) => name)).toEqual([
      'Analytics',
      'GptSystems',
      'GptSystemConfigurations',
      'DataSources',
    ])
    expect(second?.rows.slice(0, 2).map(({ name }) => name)).toEqual(['Brands', 'GuidelinesDocuments'])
  })
})

describe('a checkbox', () => {
  it('distinguishes granted actions from included ones', () => {
    const given = new Set<Action>(['BrandsWrite'])
    expect(stateOf(action('BrandsWrite'), given)).toEqual({ kind: 'granted' })
    expect(stateOf(action('BrandsRead'), given)).toEqual({ kind: 'included', by: 'BrandsWrite' })
    expect(stateOf(action('BrandsCreate'), given)).toEqual({ kind: 'open' })
    expect(stateOf(action('BrandsRead'), new Set<Action>(['BrandsRead', 'BrandsWrite']))).toEqual({
      kind: 'granted',
    })
  })

  it('adds and removes one action, even if repeated', () => {
    const once = withAction(['UserRead'], 'BrandsWrite', true)
    expect(once).toEqual(['BrandsWrite', 'UserRead'])
    expect(withAction(once, 'BrandsWrite', true)).toEqual(once)
    expect(withAction(once, 'BrandsWrite', false)).toEqual(['UserRead'])
  })
})

describe('specific objects', () => {
  it('can be read by those who can edit them', () => {
    const rights = [...write('a', 'b'), ...withRights([], 'GptSystemsReadSpecific', ['b', 'c'])]
    expect(specificIds(rights, 'GptSystemsReadSpecific')).toEqual({ given: ['b', 'c'], included: ['a'] })
    expect(specificIds(rights, 'GptSystemsWriteSpecific')).toEqual({ given: ['a', 'b'], included: [] })
  })

  it('are replaced for one action, without affecting the others', () => {
    const libraries = withRights(write('a'), 'DataSourcesReadSpecific', ['l'])
    expect(withRights(libraries, 'GptSystemsWriteSpecific', ['b'])).toEqual([
      { action: 'DataSourcesReadSpecific', entityType: 'DataSource', entityId: 'l' },
      { action: 'GptSystemsWriteSpecific', entityType: 'GptSystem', entityId: 'b' },
    ])
  })

  it('can be granted by those who have the permission for the object or for all objects', () => {
    const own = (held: Action[], specific: { action: Action; entityId: string }[] = []) => ({
      held: new Set(held),
      specific,
    })
    expect(mayGive('GptSystemsWriteSpecific', 'a', own(['GptSystemsWrite']))).toBe(true)
    // Seeing agent cards doesn't include configurations.
    expect(mayGive('GptSystemsReadSpecific', 'a', own(['GptSystemsRead']))).toBe(false)
    expect(mayGive('DataSourcesReadSpecific', 'l', own(['DataSourcesRead']))).toBe(true)
    expect(mayGive('DataSourcesWriteSpecific', 'l', own(['DataSourcesRead']))).toBe(false)
    const one = own(['GptSystemsWriteSpecific'], [{ action: 'GptSystemsWriteSpecific', entityId: 'a' }])
    expect(mayGive('GptSystemsReadSpecific', 'a', one)).toBe(true)
    expect(mayGive('GptSystemsWriteSpecific', 'b', one)).toBe(false)
  })
})

describe('the resolved permissions of a role', () => {
  it('include granted actions, the actions they imply, and Specific actions granted for any object', () => {
    expect([...resolvedOf(['BrandsWrite'], write('a'))]).toEqual([
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
      'BrandsRead',
      'BrandsWrite',
    ])
    expect(resolvedOf([], []).size).toBe(0)
  })
})

describe('changes', () => {
  it('are listed action by action, with the number of objects', () => {
    const before = { actions: ['BrandsRead', 'UserRead'] as Action[], entities: write('a') }
    const after = {
      actions: ['UserRead', 'ConfigurationAuditLogRead'] as Action[],
      entities: write('a', 'b', 'c', 'd'),
    }
    expect(actionChanges(before, after)).toEqual([
      { sign: '+', action: 'ConfigurationAuditLogRead' },
      { sign: '+', action: 'GptSystemsWriteSpecific', count: 3 },
      { sign: '−', action: 'BrandsRead' },
    ])
    expect(actionChanges(after, before).map(({ sign }) => sign)).toEqual(['+', '−', '−'])
    expect(actionChanges(before, before)).toEqual([])
  })
})

it('a copy includes what the user can grant, and lists what it leaves out', () => {
  const role = { actions: ['BrandsWrite', 'UserRead'] as Action[], entities: write('a', 'b') }
  const own = {
    held: new Set<Action>(['UserRead', 'GptSystemsWriteSpecific']),
    specific: [{ action: 'GptSystemsWriteSpecific' as Action, entityId: 'a' }],
  }
  expect(giveable(role, own)).toEqual({
    actions: ['UserRead'],
    entities: write('a'),
    left: ['BrandsWrite', 'GptSystemsWriteSpecific'],
  })
})
