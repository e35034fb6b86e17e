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

/** A server whose role and entity configuration have one version. */
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

it('saves both parts one after the other, each over the version that the other made', async () => {
  const { asked, calls } = server(4)
  const saved = await saveRole(calls, values, 4, ['name', 'entities'])
  expect(asked).toEqual(['role Editors at 4', 'entities 1 at 5'])
  expect(saved).toEqual({
    data: { version: 6, values: { ...values, name: 'Editors' } },
    version: 6,
    half: false,
  })
})

it('sends only the part that has changed', async () => {
  const role = server(4)
  await saveRole(role.calls, values, 4, ['actions'])
  expect(role.asked).toEqual(['role Editors at 4'])
  const entities = server(4)
  await saveRole(entities.calls, values, 4, ['entities'])
  expect(entities.asked).toEqual(['entities 1 at 4'])
})

it('says that half of it is saved where the second call fails, and never when the first does', async () => {
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

it('answers a conflict with the whole role as it is now', async () => {
  const { error } = await saveRole(server(4, { role: stale }).calls, values, 4, ['name'])
  expect(problemOf(error)).toMatchObject({ code: 'request.stale', current: now })
})

it('answers what failed where the role cannot be read again', async () => {
  const { calls } = server(4, { entities: stale })
  const failure = { status: 503, requestId: 'r' }
  const broken = { ...calls, load: () => Promise.reject(failure) }
  expect((await saveRole(broken, values, 4, ['entities'])).error).toBe(failure)
})
