import { describe, expect, it } from 'vitest'
import { type Access, errorOf, inputOf, redone, type WhoMayUse, whoNow } from './whoMayUse.ts'

const anna = { kind: 'User' as const, id: 'a', name: 'Anna' }
const care = { kind: 'Group' as const, id: 'g' }
const everyone = { kind: 'EveryoneSignedIn' as const }
const page = { kind: 'PublicEndpoint' as const, id: 'help' }
const open = { brandKey: null, validFrom: null, validTo: null }
const own = (subjects: NonNullable<Access['own']>['subjects'], enabled = true): Access => ({
  own: { chatAccessPolicyId: 'p', name: 'Of the agent', enabled, subjects, ...open, version: 3 },
  others: [],
})
const none: Access = { own: null, others: [] }

describe('current access', () => {
  it('needs an answer before the first publishing, unless everyone already has access', () => {
    expect(whoNow(none, true)).toEqual({ answer: undefined, subjects: [] })
    expect(errorOf(whoNow(none, true))).toBe('whoUnanswered')
    const others = [{ chatAccessPolicyId: 'e', name: 'Everyone', everyone: true }]
    expect(whoNow({ own: null, others }, true).answer).toBe('others')
    expect(whoNow({ own: null, others: [{ ...others[0]!, everyone: false }] }, true).answer).toBeUndefined()
    expect(whoNow(none, false).answer).toBe('others')
  })

  it('follows the agent’s own policy', () => {
    expect(whoNow(own([everyone, anna]), false)).toEqual({ answer: 'everyone', subjects: [anna] })
    expect(whoNow(own([anna, care, page]), true)).toEqual({ answer: 'chosen', subjects: [anna, care] })
    expect(whoNow(own([page]), false).answer).toBe('others')
  })
})

describe('the input', () => {
  it('is undefined if nothing changes', () => {
    expect(inputOf({ answer: 'others', subjects: [] }, none)).toBeUndefined()
    expect(inputOf({ answer: 'chosen', subjects: [care, anna] }, own([anna, care, page]))).toBeUndefined()
    expect(inputOf({ answer: 'chosen', subjects: [] }, none)).toBeUndefined()
  })

  it('is the whole answer, with the version it is based on', () => {
    expect(inputOf({ answer: 'everyone', subjects: [anna] }, none)).toEqual({
      subjects: [everyone],
      version: 0,
    })
    expect(inputOf({ answer: 'chosen', subjects: [anna] }, own([care]))).toEqual({
      subjects: [{ kind: 'User', id: 'a' }],
      version: 3,
    })
    expect(inputOf({ answer: 'others', subjects: [anna] }, own([anna]))).toEqual({ subjects: [], version: 3 })
    // A policy that is turned off grants nothing, so answering turns it on.
    expect(inputOf({ answer: 'chosen', subjects: [anna] }, own([anna], false))?.subjects).toHaveLength(1)
  })
})

describe('merging with someone else’s saved answer', () => {
  const ben = { kind: 'User' as const, id: 'b', name: 'Ben' }
  const chosen = (...subjects: WhoMayUse['subjects']): WhoMayUse => ({ answer: 'chosen', subjects })

  it('includes everyone added by either side and no one removed by either side', () => {
    expect(redone(chosen(anna), chosen(anna, ben), chosen(anna, care))).toEqual(chosen(anna, care, ben))
    expect(redone(chosen(anna, ben), chosen(anna), chosen(anna, ben, care))).toEqual(chosen(anna, care))
    expect(redone(chosen(anna, ben), chosen(anna, ben, care), chosen(ben))).toEqual(chosen(ben, care))
  })

  it('keeps the user’s changes and takes the rest from the saved answer', () => {
    const everybody: WhoMayUse = { answer: 'everyone', subjects: [] }
    expect(redone(chosen(anna), { answer: 'others', subjects: [anna] }, everybody).answer).toBe('others')
    expect(redone(chosen(anna), chosen(anna, ben), everybody)).toEqual(chosen(ben))
    expect(redone(chosen(anna), chosen(anna), everybody).answer).toBe('everyone')
  })
})
