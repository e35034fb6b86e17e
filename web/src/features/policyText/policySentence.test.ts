import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { i18next } from '../../lang/i18n.ts'
import type { UsageLimit } from '../chatAccessPolicies/data/policyInput.ts'
import { policiesTexts } from './lang/en.ts'
import {
  limitText,
  type PolicyReading,
  policySentence,
  stateOf,
  validityText,
  whoCounted,
} from './policySentence.ts'

const t = policiesTexts.text
const now = Date.parse('2026-11-21T10:00:00Z')
const local = (text: string) => new Date(text).toISOString()

const reading = (change: Partial<PolicyReading>): PolicyReading => ({
  enabled: true,
  everyone: false,
  people: [],
  groups: [],
  publicEndpoints: 0,
  gptSystems: 'All',
  brand: null,
  limits: [],
  validFrom: null,
  validTo: null,
  ...change,
})
const say = (change: Partial<PolicyReading>) => policySentence(reading(change), t, now)
const messages = (amount: number): UsageLimit => ({
  kind: 'Messages',
  per: 'Day',
  amount,
  counted: 'EachPerson',
})

describe('policy sentence in English', () => {
  it('says who, which agents, how much and until when', () => {
    const sentence = say({
      groups: ['Engineering'],
      gptSystems: ['Product guide', 'My documents'],
      limits: [messages(50)],
      validTo: local('2026-12-31T23:59'),
    })
    expect(sentence).toBe(
      'Everyone in Engineering can use 2 agents, up to 50 messages a day each, until Dec 31, 2026.',
    )
  })

  it.each<[Partial<PolicyReading>, string]>([
    [{ everyone: true, people: ['Anna'] }, 'Everyone who is signed in can use all system agents.'],
    [{ people: ['anna'] }, 'anna can use all system agents.'],
    [{ people: ['Anna', 'Ben'] }, 'Anna and Ben can use all system agents.'],
    [{ people: ['Anna', 'Ben', 'Chloe'] }, '3 people can use all system agents.'],
    [{ groups: ['One', 'Two'] }, 'Everyone in One and Two can use all system agents.'],
    [
      { groups: ['One', 'Two', 'Three'], people: ['Anna'] },
      'Everyone in 3 groups and Anna can use all system agents.',
    ],
    [{ publicEndpoints: 1 }, 'Visitors to 1 public page can use all system agents.'],
    [{}, 'Choose who can use all system agents.'],
    [{ everyone: true, gptSystems: [] }, 'Choose which agents everyone who is signed in can use.'],
    [{ people: ['anna'], gptSystems: [] }, 'Choose which agents anna can use.'],
    [{ gptSystems: [] }, 'Choose who can use which agents.'],
  ])('lists a few names and counts many: %o', (change, sentence) => {
    expect(say(change)).toBe(sentence)
  })

  it('doesn’t say “each” for a single person', () => {
    const limits = [messages(50), { ...messages(900), per: 'Month' as const }]
    const ofOne = 'up to 50 messages a day and up to 900 messages a month.'
    const ofEach = 'up to 50 messages a day each and up to 900 messages a month each.'
    expect(say({ people: ['anna'], limits })).toContain(ofOne)
    expect(say({ people: ['anna', 'ben'], limits })).toContain(ofEach)
    expect(say({ everyone: true, people: ['anna'], limits })).toContain(ofEach)
    expect(say({ groups: ['One'], limits })).toContain(ofEach)
    expect(say({ people: ['anna'], publicEndpoints: 1, limits })).toContain(ofEach)
  })

  it.each<[Partial<PolicyReading>, string]>([
    [{ gptSystems: ['Guide'] }, 'the agent Guide'],
    [{ gptSystems: ['A', 'B', 'C'], brand: 'Halden' }, '3 agents, limited to the Halden brand'],
    [{ brand: 'Halden' }, 'all system agents of the Halden brand'],
  ])('says which agents: %o', (change, agents) => {
    expect(say({ everyone: true, ...change })).toBe(`Everyone who is signed in can use ${agents}.`)
  })

  it('formats each limit, with one message in the singular and money as currency', () => {
    const limits: UsageLimit[] = [
      messages(1),
      { kind: 'Tokens', per: 'Month', amount: 20_000, counted: 'Pool' },
      { kind: 'Money', per: 'Month', amount: 2.5, counted: 'EachPerson' },
    ]
    expect(limits.map((limit) => limitText(limit, t))).toEqual([
      'up to 1 message a day each',
      'up to 20,000 tokens a month in total',
      'up to $2.50 a month each',
    ])
  })

  it('says if it grants no access, and why', () => {
    expect(say({ everyone: true, enabled: false })).toMatch(
      /The policy is turned off and grants no access\.$/,
    )
    expect(say({ everyone: true, validTo: '2026-11-21T09:00:00Z' })).toMatch(/It has expired/)
    expect(say({ everyone: true, validFrom: '2026-11-22T09:00:00Z' })).toMatch(/before then\.$/)
  })
})

describe('policy sentence in Arabic', () => {
  beforeAll(async () => {
    await policiesTexts.loaded()
  })
  afterEach(async () => {
    await i18next.changeLanguage('en')
  })

  it('uses the six Arabic plural forms', async () => {
    await i18next.changeLanguage('ar')
    await policiesTexts.loaded()
    const said = [1, 2, 3, 11, 100].map((amount) => limitText(messages(amount), t))
    expect(said).toEqual([
      'بحد أقصى رسالة واحدة في اليوم لكل شخص',
      'بحد أقصى رسالتين في اليوم لكل شخص',
      'بحد أقصى 3 رسائل في اليوم لكل شخص',
      'بحد أقصى 11 رسالة في اليوم لكل شخص',
      'بحد أقصى 100 رسالة في اليوم لكل شخص',
    ])
  })

  it('isolates an amount as left-to-right text', async () => {
    await i18next.changeLanguage('ar')
    await policiesTexts.loaded()
    const money: UsageLimit = { kind: 'Money', per: 'Month', amount: 1, counted: 'EachPerson' }
    expect(limitText(money, t)).toMatch(/\u2066[^\u2069]*1\.00[^\u2069]*US\$[^\u2069]*\u2069/)
  })

  it('isolates foreign names and counts agents', async () => {
    await i18next.changeLanguage('ar')
    await policiesTexts.loaded()
    expect(say({ groups: ['Customer Care'], gptSystems: ['A', 'B'], limits: [messages(3)] })).toBe(
      'كل أعضاء \u2068Customer Care\u2069: يُسمح باستخدام وكيلين، بحد أقصى 3 رسائل في اليوم لكل شخص.',
    )
  })
})

describe('times', () => {
  it('omit the hour only at the edges of a day', () => {
    const from = local('2026-12-01T00:00')
    expect(validityText(from, null, t)).toBe('from Dec 1, 2026')
    expect(validityText(null, local('2026-12-31T12:30'), t)).toMatch(/^until Dec 31, 2026, 12:30\sPM$/)
    expect(validityText(from, local('2026-12-31T23:59'), t)).toBe('from Dec 1, 2026 until Dec 31, 2026')
    expect(validityText(null, null, t)).toBeUndefined()
  })

  it('a policy is active from its start time, and expired at its end time', () => {
    const at = new Date(now).toISOString()
    expect(stateOf({ enabled: true, validFrom: at, validTo: null }, now)).toBe('on')
    expect(stateOf({ enabled: true, validFrom: null, validTo: at }, now)).toBe('over')
    expect(stateOf({ enabled: true, validFrom: at, validTo: null }, now - 1)).toBe('waiting')
    expect(stateOf({ enabled: false, validFrom: at, validTo: null }, now)).toBe('off')
  })
})

it('a list counts the people and groups of a policy', () => {
  const counted = whoCounted({ everyone: false, users: 1, groups: 2, publicEndpoints: 0 }, t)
  expect(counted).toBe('1 person, 2 groups')
})
