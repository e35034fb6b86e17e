import { describe, expect, test } from 'vitest'
import { createLog } from '../../platform/log/log.ts'
import type { Entry, Item, Looked, Probe } from './probe.ts'
import { runProbes } from './probe.ts'
import { stateOfBackup, stateOfDeployment, stateOfDurability, stateOfKeys } from './probes.ts'
import { told } from './sentences.ts'

const key = (outcome: string | null) => ({
  languageEngine: 'OpenAI' as const,
  lastTest: outcome ? { outcome: outcome as 'Ok', milliseconds: 1, at: '2026-01-01T00:00:00.000Z' } : null,
})

test.each([
  [[], 'Optional'],
  [[null], 'Open'],
  [['Ok'], 'Done'],
  [['Ok', null], 'Open'],
  [['Ok', 'KeyRefused'], 'Wrong'],
  [['DeploymentNeeded'], 'Open'],
  [['Unreachable', null], 'Wrong'],
])('keys with the test results %j are %s', (outcomes, state) => {
  expect(stateOfKeys({ keys: outcomes.map(key) })).toBe(state)
})

test.each([
  [false, null, 'Optional'],
  [true, null, 'Open'],
  [true, 'There', 'Done'],
  [true, 'Gone', 'Wrong'],
  [false, 'NotKnown', 'Wrong'],
] as const)('with a provider: %s, a deployment that is %s is %s', (hasProvider, found, state) => {
  const chosen = found && { languageEngine: 'OpenAI' as const, deploymentName: 'm', state: found }
  expect(stateOfDeployment({ hasProvider, chosen })).toBe(state)
})

test.each([
  ['PGlite', ['fsync'], true, 'Optional'],
  ['PGlite', [], false, 'Warning'],
  ['PostgreSQL', [], false, 'Done'],
  ['PostgreSQL', ['fsync'], true, 'Wrong'],
] as const)('%s without %j, for this computer alone: %s, is %s', (database, off, demo, state) => {
  expect(stateOfDurability({ database, off: [...off], demo })).toBe(state)
})

test.each([
  [null, 0, 'Open'],
  [0, 0, 'Done'],
  [7, 0, 'Done'],
  [8, 0, 'Warning'],
  [0, 1, 'Warning'],
])('a backup from %s days ago with %i damaged files is %s', (days, unsound, state) => {
  const at = days === null ? null : '2026-01-01T00:00:00.000Z'
  expect(stateOfBackup({ at, days, unsound })).toBe(state)
})

describe('probes', () => {
  const logged: string[] = []
  const log = createLog('WARN', { write: (line) => void logged.push(line) })
  const probe = (read: Probe<'Name'>['read']) =>
    ({ item: 'Name', read, stateOf: () => 'Done' }) as unknown as Probe<Item>
  const run = (read: Probe<'Name'>['read']) => runProbes([probe(read)], {} as Looked, log, 50)

  test('that fail or hang are reported as not checked, never as done', async () => {
    const unknown = [{ item: 'Name', state: 'Unknown', facts: null }]
    expect(await run(() => Promise.reject(new Error('No rows.')))).toEqual(unknown)
    expect(await run(() => new Promise(() => undefined))).toEqual(unknown)
    expect(logged.filter((line) => line.includes('checklist.unknown'))).toHaveLength(2)
  })

  test('that do not apply add nothing', async () => {
    expect(await run(() => Promise.resolve(null))).toEqual([])
  })
})

describe('the doctor', () => {
  const name = (state: Entry['state']): Entry => ({ item: 'Name', state, facts: { name: 'Parlance' } })

  test('prints what to do only if there is something to do', () => {
    expect(told(name('Done'))).toHaveLength(1)
    expect(told(name('Open'))[1]).toContain('Instance Settings')
    expect(told({ item: 'Name', state: 'Unknown', facts: null })).toEqual([
      expect.stringMatching(/^not checked .*Couldn't be checked/),
    ])
  })

  test('explains that unknown groups are not the same as none', () => {
    const [line] = told({ item: 'DirectoryGroups', state: 'Warning', facts: { people: 3, unknown: 2 } })
    expect(line).toContain('Group membership unknown: 2 of 3')
    expect(line).toContain('They might still be in groups')
  })
})
