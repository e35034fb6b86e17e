import { describe, expect, it } from 'vitest'
import { blankValues, debuggerErrors, debuggerInput } from './debuggerForm.ts'
import type { DebuggerText } from './lang/en.ts'

const t: DebuggerText = (key) => key
const libraries = [{ key: 'l1', name: 'Towers' }]
const filled = { ...blankValues, question: ' How tall? ', libraries }

describe('the form of the debugger', () => {
  it('needs a question, and libraries unless an agent is searched', () => {
    expect(debuggerErrors(blankValues, false, t)).toEqual({
      question: 'questionRequired',
      libraries: 'librariesRequired',
    })
    expect(debuggerErrors({ ...blankValues, question: 'x' }, true, t)).toEqual({})
  })

  it('refuses what is no number of passages and no score', () => {
    const errorsOf = (limit: string, minimumScore: string) =>
      debuggerErrors({ ...filled, limit, minimumScore }, false, t)
    for (const limit of ['0', '51', '1.5', 'ten'])
      expect(errorsOf(limit, '')).toEqual({ limit: 'limitError' })
    for (const score of ['-1', 'high']) expect(errorsOf('', score)).toEqual({ minimumScore: 'minimumError' })
    expect(errorsOf('50', '0,25')).toEqual({})
  })

  it('sends only what is filled in, with numbers in the digits of both languages', () => {
    expect(debuggerInput(filled, false)).toEqual({ question: 'How tall?', dataSourceIds: ['l1'] })
    const all = {
      ...filled,
      stateId: 's1',
      person: { id: 'u1', name: 'Ben' },
      limit: '١٢',
      minimumScore: '٠٫٥',
    }
    expect(debuggerInput(all, true)).toEqual({
      question: 'How tall?',
      stateId: 's1',
      asUserId: 'u1',
      limit: 12,
      minimumScore: 0.5,
    })
  })
})
