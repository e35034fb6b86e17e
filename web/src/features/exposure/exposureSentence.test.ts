import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { i18next } from '../../lang/i18n.ts'
import { exposureSentence } from './exposureSentence.ts'
import { exposureTexts } from './lang/en.ts'

const t = exposureTexts.text
const say = (
  [after, gained, lost]: [number, number, number],
  [count, files]: [number, number],
  { everybody = false, groupsUnknown = 0, doing = 'saving' as 'saving' | 'sharing' | 'taking' } = {},
) =>
  exposureSentence(
    {
      people: { after, new: gained, lost },
      libraries: { count, files, shown: [] },
      everybody,
      groupsUnknown,
    },
    t,
    doing,
  )

describe('exposure text in English', () => {
  it('is one sentence about people, libraries and files, and who is new', () => {
    expect(say([148, 141, 0], [3, 212])).toBe(
      'After saving, 148 people can get answers from 3 libraries (212 files). New: 141 people.',
    )
    expect(say([1, 1, 2], [1, 1])).toBe(
      'After saving, 1 person can get answers from 1 library (1 file). New: 1 person. Losing access: 2 people.',
    )
    expect(say([1200, 0, 0], [0, 0])).toBe(
      'After saving, 1,200 people can get answers. No libraries are searched for them. No one gains or loses access.',
    )
    expect(say([0, 0, 5], [0, 0])).toBe('After saving, no one can get answers. Losing access: 5 people.')
  })

  it('says who loses access when it is revoked, or that no one does', () => {
    const doing = 'taking'
    expect(say([0, 0, 12], [0, 0], { doing })).toBe(
      'After this, no one can get answers. Losing access: 12 people.',
    )
    expect(say([3, 0, 0], [0, 0], { doing })).toBe(
      'After this, 3 people can get answers. No libraries are searched for them. No one loses access.',
    )
    expect(say([0, 0, 0], [0, 0], { doing })).toBe('After this, no one can get answers. No one loses access.')
    expect(say([3, 0, 1], [2, 5], { doing })).toBe(
      'After this, 3 people can get answers from 2 libraries (5 files). Losing access: 1 person.',
    )
  })

  it('says who can be added later, and who couldn’t be determined', () => {
    expect(say([2, 2, 0], [0, 0], { everybody: true })).toContain('signs in for the first time later')
    expect(say([2, 2, 0], [0, 0], { groupsUnknown: 1 })).toContain(
      'The groups of 1 other person aren’t known',
    )
    expect(say([0, 0, 0], [0, 0], { doing: 'sharing' })).toBe('After saving, only you can get answers.')
  })
})

describe('exposure text in Arabic', () => {
  beforeAll(async () => {
    await i18next.changeLanguage('ar')
    await exposureTexts.loaded()
  })
  afterEach(() => expect(i18next.language).toBe('ar'))

  it('uses Arabic plural forms', () => {
    expect(say([2, 1, 0], [2, 2])).toBe(
      'بعد الحفظ يمكن أن يحصل شخصان على إجابات من مكتبتين (ملفان). جديد: شخص واحد.',
    )
    expect(say([5, 11, 0], [3, 11])).toMatch(/أشخاص على إجابات من .* مكتبات .*ملفًا.*شخصًا/)
  })
})
