import { describe, expect, it } from 'vitest'
import { type Access, faultOf, inputOf, redone, type WhoMayUse, whoNow } from './whoMayUse.ts'

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

describe('who may use it, as it is now', () => {
  it('has to be answered before the first publishing, unless everybody has it anyway', () => {
    expect(whoNow(none, true)).toEqual({ answer: undefined, subjects: [] })
    expect(faultOf(whoNow(none, true))).toBe('whoUnanswered')
    const others = [{ chatAccessPolicyId: 'e', name: 'Everyone', everyone: true }]
    expect(whoNow({ own: null, others }, true).answer).toBe('others')
    expect(whoNow({ own: null, others: [{ ...others[0]!, everyone: false }] }, true).answer).toBeUndefined()
    expect(whoNow(none, false).answer).toBe('others')
  })

  it('is what its own policy says', () => {
    expect(whoNow(own([everyone, anna]), false)).toEqual({ answer: 'everyone', subjects: [anna] })
    expect(whoNow(own([anna, care, page]), true)).toEqual({ answer: 'chosen', subjects: [anna, care] })
    expect(whoNow(own([page]), false).answer).toBe('others')
  })
})

describe('what is sent', () => {
  it('is nothing where nothing changes', () => {
    expect(inputOf({ answer: 'others', subjects: [] }, none)).toBeUndefined()
    expect(inputOf({ answer: 'chosen', subjects: [care, anna] }, own([anna, care, page]))).toBeUndefined()
    expect(inputOf({ answer: 'chosen', subjects: [] }, none)).toBeUndefined()
  })

  it('is the whole answer, with the version that was looked at', () => {
    expect(inputOf({ answer: 'everyone', subjects: [anna] }, none)).toEqual({
      subjects: [everyone],
      version: 0,
    })
    expect(inputOf({ answer: 'chosen', subjects: [anna] }, own([care]))).toEqual({
      subjects: [{ kind: 'User', id: 'a' }],
      version: 3,
    })
    expect(inputOf({ answer: 'others', subjects: [anna] }, own([anna]))).toEqual({ subjects: [], version: 3 })
    // What is switched off gives nobody anything: to say who may use it switches it on.
    expect(inputOf({ answer: 'chosen', subjects: [anna] }, own([anna], false))?.subjects).toHaveLength(1)
  })
})

describe('over what somebody else has saved meanwhile', () => {
  const ben = { kind: 'User' as const, id: 'b', name: 'Ben' }
  const chosen = (...subjects: WhoMayUse['subjects']): WhoMayUse => ({ answer: 'chosen', subjects })

  it('whoever was added by either stays, and whoever was taken off by either does not', () => {
    expect(redone(chosen(anna), chosen(anna, ben), chosen(anna, care))).toEqual(chosen(anna, care, ben))
    expect(redone(chosen(anna, ben), chosen(anna), chosen(anna, ben, care))).toEqual(chosen(anna, care))
    expect(redone(chosen(anna, ben), chosen(anna, ben, care), chosen(ben))).toEqual(chosen(ben, care))
  })

  it('what was answered is kept, and what was not is theirs', () => {
    const everybody: WhoMayUse = { answer: 'everyone', subjects: [] }
    expect(redone(chosen(anna), { answer: 'others', subjects: [anna] }, everybody).answer).toBe('others')
    expect(redone(chosen(anna), chosen(anna, ben), everybody)).toEqual(chosen(ben))
    expect(redone(chosen(anna), chosen(anna), everybody).answer).toBe('everyone')
  })
})
