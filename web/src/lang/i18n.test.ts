import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '../testing/fakeStorage.ts'

const root = { lang: '', dir: '', dataset: {} }

/** Loads the module as a new page would. */
async function page(stored: Record<string, string>) {
  vi.resetModules()
  vi.stubGlobal('localStorage', fakeStorage(stored))
  vi.stubGlobal('navigator', { language: 'ar', languages: ['ar', 'de'] })
  vi.stubGlobal('document', { documentElement: root })
  return import('./i18n.ts')
}

beforeEach(() => Object.assign(root, { lang: '', dir: '' }))

describe('the language', () => {
  it('[R-1-033] [R-9-026] is English by default, whatever the browser prefers', async () => {
    const { i18next } = await page({})
    expect(i18next.language).toBe('en')
    expect(root).toMatchObject({ lang: 'en', dir: 'ltr' })
  })

  it('[R-9-025] is read from the storage key i18nextLng, and written to it', async () => {
    const { i18next, chooseLanguage } = await page({ i18nextLng: 'ar' })
    expect(i18next.language).toBe('ar')
    expect(root).toMatchObject({ lang: 'ar', dir: 'rtl' })
    await chooseLanguage('en')
    expect(localStorage.getItem('i18nextLng')).toBe('en')
    expect(root).toMatchObject({ lang: 'en', dir: 'ltr' })
  })

  it('[R-1-033] is English if the stored language is unsupported, or storage throws', async () => {
    expect((await page({ i18nextLng: '<script>' })).i18next.language).toBe('en')
    vi.resetModules()
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('denied')
      },
    })
    expect((await import('./i18n.ts')).i18next.language).toBe('en')
  })
})

describe('texts', () => {
  it('are available in English at once, and in Arabic with its own plurals once it is selected', async () => {
    const { chooseLanguage } = await page({})
    const { texts } = await import('./texts.ts')
    const some = texts(
      'some',
      { files_one: '{{count}} file', files_other: '{{count, n}} files', plain: 'a.b: {{x}}' },
      {
        ar: async () => ({
          default: {
            files_zero: 'لا ملفات',
            files_one: 'ملف واحد',
            files_two: 'ملفان',
            files_few: '{{count}} ملفات',
            files_many: '{{count}} ملفًا',
            files_other: '{{count}} ملف',
            plain: 'ب {{x}}',
          },
        }),
      },
    )
    expect(some.text('files', { count: 1 })).toBe('1 file')
    expect(some.text('files', { count: 12345 })).toBe('12,345 files')
    expect(some.text('plain', { x: '<b>' })).toBe('a.b: <b>')
    await chooseLanguage('ar')
    expect(some.text('files', { count: 2 })).toBe('ملفان')
    expect(some.text('files', { count: 5 })).toBe('5 ملفات')
  })

  it('fall back to English, never to their keys, if a language lacks them', async () => {
    const { chooseLanguage } = await page({})
    const { texts } = await import('./texts.ts')
    const lacking = texts('lacking', { newest: 'New' }, { ar: async () => ({ default: {} as never }) })
    await chooseLanguage('ar')
    expect(lacking.text('newest')).toBe('New')
  })
})
