import { expect, it } from 'vitest'
import { problemOf } from '../../../transport/apiError.ts'
import type { RoleState, RoleValues } from './roleForm.ts'
import { type RoleCalls, saveRole } from './saveRole.ts'

const values: RoleValues = {
  name: ' Editors ',
  description: '',
  actions: ['BrandsRead'],
  entities: [{ action: 'GptSystemsWriteSpecific', entityType: 'GptSystem', entityId: 'a' }],
}
const stale = { status: 412, data: { code: 'request.stale', status: 412, title: 'Stale', current: {} } }
const now: RoleState = { version: 9, values: { ...values, name: 'Theirs' } }

/** A server that stores a role and its entity configuration under one version. */
function server(version: number, broken: { role?: unknown; entities?: unknown } = {}) {
  const asked: string[] = []
  const calls: RoleCalls = {
    update: async (input) => {
      asked.push(`role ${input.name} at ${input.version}`)
      if (broken.role) return { error: broken.role }
      version = input.version + 1
      return { data: { version } as never }
    },
    updateEntities: async (input) => {
      asked.push(`entities ${input.items.length} at ${input.version}`)
      if (broken.entities) return { error: broken.entities }
      version = input.version + 1
      return { data: { version, items: [] } }
    },
    load: async () => now,
  }
  return { asked, calls }
}

it('saves both parts in order, the second with the version that the first returned', async () => {
  const { asked, calls } = server(4)
  const saved = await saveRole(calls, values, 4, ['name', 'entities'])
  expect(asked).toEqual(['role Editors at 4', 'entities 1 at 5'])
  expect(saved).toEqual({
    data: { version: 6, values: { ...values, name: 'Editors' } },
    version: 6,
    half: false,
  })
})

it('sends only the changed part', async () => {
  const role = server(4)
  await saveRole(role.calls, values, 4, ['actions'])
  expect(role.asked).toEqual(['role Editors at 4'])
  const entities = server(4)
  await saveRole(entities.calls, values, 4, ['entities'])
  expect(entities.asked).toEqual(['entities 1 at 4'])
})

it('reports a partial save if the second call fails, but never if the first does', async () => {
  const failure = { status: 500, data: 'no', requestId: 'r' }
  const second = await saveRole(server(4, { entities: failure }).calls, values, 4, ['name', 'entities'])
  expect(second).toEqual({ error: failure, version: 5, half: true })
  const alone = await saveRole(server(4, { entities: failure }).calls, values, 4, ['entities'])
  expect(alone.half).toBe(false)
  const { asked, calls } = server(4, { role: failure })
  expect(await saveRole(calls, values, 4, ['name', 'entities'])).toEqual({
    error: failure,
    version: 4,
    half: false,
  })
  expect(asked).toHaveLength(1)
})

it('returns the whole current role on a conflict', async () => {
  const { error } = await saveRole(server(4, { role: stale }).calls, values, 4, ['name'])
  expect(problemOf(error)).toMatchObject({ code: 'request.stale', current: now })
})

it('returns the error if the role can’t be reloaded', async () => {
  const { calls } = server(4, { entities: stale })
  const failure = { status: 503, requestId: 'r' }
  const broken = { ...calls, load: () => Promise.reject(failure) }
  expect((await saveRole(broken, values, 4, ['entities'])).error).toBe(failure)
})
