import { limits } from '@parlance/contract/limits'
import { describe, expect, it } from 'vitest'
import { amountOf, type LimitRow, newLimit } from '../limits/limitRows.ts'
import { policiesTexts } from '../policyText/lang/en.ts'
import { fromLocal, INCOMPLETE, toLocal } from '../policyText/localTimes.ts'
import { contentOf, type Policy } from './data/policyInput.ts'
import {
  blankValues,
  changedBySuggestion,
  errorsOf,
  inputOf,
  type PolicyValues,
  pathOf,
  valuesOf,
} from './policyForm.ts'

const t = policiesTexts.text
const agent = { gptSystemId: '0199aaaa-0000-7000-8000-000000000001', name: 'Guide' }
const anna = { kind: 'User' as const, id: '0199aaaa-0000-7000-8000-000000000002', name: 'Anna' }

const { everyone: _, ...blank } = blankValues
const policy: Policy = {
  ...blank,
  chatAccessPolicyId: '0199aaaa-0000-7000-8000-000000000003',
  name: 'Care',
  subjects: [{ kind: 'EveryoneSignedIn' }, anna, { kind: 'PublicEndpoint', id: 'help' }],
  gptSystems: [agent],
  limits: [{ kind: 'Money', per: 'Month', amount: 2.5, counted: 'Pool' }],
  validTo: '2026-12-31T22:59:30.000Z',
  version: 3,
  createdAt: '2026-11-21T10:00:00Z',
  updatedAt: '2026-11-21T10:00:00Z',
}
const whole: PolicyValues = valuesOf(policy)
const row = (change: Partial<LimitRow>): LimitRow => ({ ...newLimit, ...change })

describe('a round trip through the form', () => {
  it('keeps everything unchanged that the user didn’t edit, including seconds and public pages', () => {
    expect(inputOf(whole)).toEqual({
      ...contentOf(policy),
      subjects: [
        { kind: 'EveryoneSignedIn' },
        { kind: 'User', id: anna.id },
        { kind: 'PublicEndpoint', id: 'help' },
      ],
      gptSystems: [agent.gptSystemId],
    })
  })
})

describe('amounts', () => {
  it.each([
    ['50', 'Messages', 50],
    [' 1000000000 ', 'Tokens', 1_000_000_000],
    ['1000000001', 'Tokens', undefined],
    ['2.5', 'Messages', undefined],
    ['2.5', 'Money', 2.5],
    ['2.505', 'Money', undefined],
    ['0', 'Money', undefined],
    ['-1', 'Money', undefined],
    ['1,5', 'Money', undefined],
    ['1e3', 'Messages', undefined],
    ['', 'Messages', undefined],
  ] as const)('%j %s is %s', (amount, kind, value) => {
    expect(amountOf(row({ amount, kind }))).toBe(value)
  })
})

describe('errors', () => {
  it('an empty policy lacks a name, people and an agent', () => {
    expect(Object.keys(errorsOf(blankValues, t))).toEqual(['name', 'subjects', 'gptSystems'])
    expect(errorsOf(whole, t)).toEqual({})
    expect(errorsOf({ ...whole, everyone: false, subjects: [anna] }, t)).toEqual({})
    expect(errorsOf({ ...whole, gptSystems: 'All' }, t)).toEqual({})
  })

  it('reports limits that are invalid or duplicated', () => {
    const found = errorsOf(
      {
        ...whole,
        limits: [row({ amount: 'many' }), row({ amount: '5' }), row({ amount: '5', per: 'Month' })],
      },
      t,
    )
    expect(found).toEqual({
      'limits.0.amount': 'Enter a whole number from 1 to 1,000,000,000',
      'limits.1.amount': 'A limit of this kind already exists',
    })
  })

  it('an incomplete time is an error, and the end must be after the start', () => {
    expect(errorsOf({ ...whole, validTo: INCOMPLETE }, t)).toHaveProperty('validTo')
    const at = '2026-12-31T22:59:30.000Z'
    expect(errorsOf({ ...whole, validFrom: at, validTo: at }, t)).toHaveProperty('validTo')
  })

  it('counts characters as users do', () => {
    const name = '😀'.repeat(limits.policyName)
    expect(errorsOf({ ...whole, name }, t)).toEqual({})
    expect(errorsOf({ ...whole, name: `${name}!` }, t)).toHaveProperty('name')
  })
})

it('maps the server’s field names to form fields', () => {
  expect(
    ['name', 'subjects.3', 'gptSystems.0', 'limits.1', 'limits.1.amount', 'limits.0.kind', 'validTo'].map(
      pathOf,
    ),
  ).toEqual([
    'name',
    'subjects',
    'gptSystems',
    'limits.1.amount',
    'limits.1.amount',
    'limits.0.amount',
    'validTo',
  ])
})

describe('a suggestion', () => {
  it('adds what is missing', () => {
    const ben = { kind: 'User' as const, id: '0199aaaa-0000-7000-8000-000000000009', name: 'Ben' }
    const other = { gptSystemId: '0199aaaa-0000-7000-8000-00000000000a', name: 'Other' }
    const changes = changedBySuggestion(
      { ...whole, enabled: false },
      {
        subject: ben,
        gptSystem: other,
        enabled: true,
      },
    )
    expect(Object.fromEntries(changes)).toEqual({
      enabled: true,
      subjects: [...whole.subjects, ben],
      gptSystems: [agent, other],
    })
  })
  it('changes nothing that already matches', () => {
    expect(changedBySuggestion(whole, { subject: anna, gptSystem: agent, enabled: true })).toEqual([])
    expect(changedBySuggestion({ ...whole, gptSystems: 'All' }, { gptSystem: agent })).toEqual([])
  })
})

describe('times', () => {
  it('survive a round trip through the local time zone', () => {
    const local = '2026-03-29T12:30'
    expect(toLocal(fromLocal(local))).toBe(local)
    expect(fromLocal(local)).toBe(new Date(2026, 2, 29, 12, 30).toISOString())
  })
  it('an empty input is no time', () => {
    expect(fromLocal('')).toBeNull()
    expect(toLocal(null)).toBe('')
    expect(toLocal(INCOMPLETE)).toBe('')
  })
})
