import type { Action } from '@parlance/contract/actions'
import { expect, it } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { changeableBy, visibleTo } from './policy.ts'

function actor(actions: Action[], specific: { action: Action; entityId: string }[] = []): Actor {
  const person = { userId: 'u', sessionId: 's', tenantId: 't', objectId: 'o', name: 'n', userName: 'n' }
  return { ...person, actions: new Set(actions), specific }
}

it('readers and writers see all libraries, and others see those they have permission for', () => {
  expect(visibleTo(actor(['DataSourcesRead']))).toBe('all')
  expect(visibleTo(actor(['DataSourcesWrite']))).toBe('all')
  expect(visibleTo(actor(['GptSystemsWrite']))).toEqual([])
  expect(visibleTo(actor([], [{ action: 'DataSourcesReadSpecific', entityId: 'a' }]))).toEqual(['a'])
})

it('no one can change what they can only read', () => {
  expect(changeableBy(actor(['DataSourcesRead']))).toEqual([])
  expect(changeableBy(actor([], [{ action: 'DataSourcesReadSpecific', entityId: 'a' }]))).toEqual([])
  expect(changeableBy(actor([], [{ action: 'DataSourcesWriteSpecific', entityId: 'a' }]))).toEqual(['a'])
})
