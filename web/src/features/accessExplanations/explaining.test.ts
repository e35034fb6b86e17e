import { describe, expect, it } from 'vitest'
import { i18next } from '../../lang/i18n.ts'
import type { ChainLink, Explanation } from './data/api.ts'
import { answerOf, linkSentence, offersOf, type Speaking, whyOf } from './explaining.ts'
import { explainTexts } from './lang/en.ts'

const CARE = '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d01'
const speaking: Speaking = {
  t: explainTexts.text,
  groupName: (id) => (id === CARE ? 'Customer Care' : `group ${id}`),
  permissionName: (action) => `“Name of ${action}”`,
  named: (name) => name || 'Unnamed Agent',
}

const link = (change: Partial<ChainLink>): ChainLink => ({
  kind: 'Policy',
  outcome: 'Nothing',
  reason: 'namesOthers',
  id: '0199aaaa-0000-7000-8000-000000000001',
  name: 'Care only',
  action: null,
  groupId: null,
  ...change,
})
const explanation = (change: Partial<Explanation>): Explanation => ({
  allowed: false,
  decidedBy: null,
  chain: [],
  person: { userId: '0199aaaa-0000-7000-8000-000000000002', name: 'Anna Lindqvist' },
  thing: { id: '0199aaaa-0000-7000-8000-000000000003', name: 'Product guide' },
  ...change,
})
const answer = (change: Partial<Explanation>) =>
  answerOf(explanation(change), 'GptSystem', 'Product guide', speaking)

describe('the answer', () => {
  it('names the deciding policy and group', () => {
    const decidedBy = link({ outcome: 'Gives', reason: 'namesGroup', groupId: CARE })
    expect(answer({ allowed: true, decidedBy, chain: [decidedBy] })).toBe(
      'Anna Lindqvist can use Product guide because the policy Care only applies to the group Customer Care.',
    )
  })

  it('says no if nothing grants access', () => {
    expect(answer({ chain: [link({})] })).toBe(
      'Anna Lindqvist can’t use Product guide. Nothing grants access.',
    )
  })

  it('says what blocks access', () => {
    const decidedBy = link({ kind: 'Account', outcome: 'Blocks', reason: 'disabled', id: null, name: null })
    expect(answer({ decidedBy, chain: [decidedBy] })).toBe(
      'Anna Lindqvist can’t use Product guide because the account is disabled.',
    )
  })

  it.each(['groupsUnknown', 'groupsOld'] as const)('never describes %s as not being a member', (reason) => {
    const unknown = link({ outcome: 'Unknown', reason })
    const said = answer({ decidedBy: unknown, chain: [unknown] })
    expect(said).toMatch(/^Anna Lindqvist can’t use Product guide as far as can be determined/)
    expect(said).not.toMatch(/Nothing grants access|doesn’t apply|not a member/)
    expect(whyOf(unknown, 'Anna', speaking)).toMatch(/membership (is unknown|was last read more than)/)
  })

  it('is available in Arabic', async () => {
    await i18next.changeLanguage('ar')
    await explainTexts.loaded()
    const decidedBy = link({ outcome: 'Gives', reason: 'namesGroup', groupId: CARE })
    const said = answer({ allowed: true, decidedBy, chain: [decidedBy] })
    await i18next.changeLanguage('en')
    expect(said).toBe(
      'يمكن لـ\u2068Anna Lindqvist\u2069 استخدام \u2068Product guide\u2069، لأن السياسة \u2068Care only\u2069 تشمل المجموعة \u2068Customer Care\u2069.',
    )
  })
})

describe('the chain', () => {
  it('leaves a placeholder for the name, which is a link', () => {
    expect(linkSentence(link({ reason: 'policyOff' }), 'Anna', speaking)).toEqual([
      'The policy ',
      ' is turned off.',
    ])
    const own = link({ kind: 'Action', reason: 'lacksAction', action: 'GptSystemsWrite', name: null })
    expect(linkSentence(own, 'Anna', speaking)).toEqual([
      'Anna doesn’t have the permission “Name of GptSystemsWrite”.',
    ])
  })

  it('has a sentence for a permission granted for a single object, without a role', () => {
    const held = link({
      kind: 'Action',
      reason: 'holdsAction',
      action: 'GptSystemsWriteSpecific',
      name: null,
    })
    expect(whyOf(held, 'Anna', speaking)).toBe('Anna has the permission “Name of GptSystemsWriteSpecific”')
  })

  it('has a sentence for every reason', () => {
    const reasons: ChainLink['reason'][] = [
      'enabled',
      'disabled',
      'notPublished',
      'published',
      'owns',
      'doesNotOwn',
      'sharedWithPerson',
      'sharedWithGroup',
      'notShared',
      'ownerDisabled',
      'holdsAction',
      'lacksAction',
      'namesEveryone',
      'namesPerson',
      'namesGroup',
      'namesOthers',
      'groupsUnknown',
      'groupsOld',
      'otherAgents',
      'otherBrand',
      'policyOff',
      'notYetValid',
      'noLongerValid',
      'flagOn',
      'flagOff',
    ]
    const missing = reasons.filter((reason) => !(reason in explainTexts.english))
    expect(missing).toEqual([])
  })
})

describe('what would change the answer', () => {
  it('offers policies that name others, policies that are turned off, and a new policy', () => {
    const chain = [link({}), link({ reason: 'policyOff', id: 'off', name: 'Everyone' })]
    expect(offersOf(explanation({ chain }), 'GptSystem')).toEqual([
      { does: 'addPerson', policyId: '0199aaaa-0000-7000-8000-000000000001', name: 'Care only' },
      { does: 'switchOn', policyId: 'off', name: 'Everyone' },
      { does: 'newPolicy' },
    ])
  })
  it('offers nothing that wouldn’t help', () => {
    const off = link({ reason: 'policyOff' })
    const disabled = link({ kind: 'Account', outcome: 'Blocks', reason: 'disabled' })
    expect(offersOf(explanation({ allowed: true, chain: [off] }), 'GptSystem')).toEqual([])
    expect(offersOf(explanation({ chain: [disabled, off] }), 'GptSystem')).toEqual([{ does: 'openPerson' }])
  })
  it('asks for a new sign-in if groups are unknown, and for a role if a permission is missing', () => {
    const unknown = link({ kind: 'Action', outcome: 'Unknown', reason: 'groupsUnknown', name: null })
    expect(offersOf(explanation({ chain: [unknown] }), 'Screen')).toEqual([{ does: 'signInAgain' }])
    const lacks = link({ kind: 'Action', reason: 'lacksAction', action: 'BrandsRead', name: null })
    expect(offersOf(explanation({ chain: [lacks] }), 'Screen')).toEqual([
      { does: 'giveRole', action: 'BrandsRead' },
    ])
  })
})
