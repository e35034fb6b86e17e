import { screenNames } from '@parlance/contract/screens'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('localStorage', fakeStorage())
await import('./screenList.ts')
const { i18next } = await import('../lang/i18n.ts')
const { allScreens, areaName, areaNames, loadAreas, screenTitle, shortScreenTitle } = await import(
  '../features/frame/screens.ts'
)

await loadAreas()

const texts = () => [
  ...screenNames.map(screenTitle),
  ...allScreens().flatMap(([name, { short }]) => (short ? [shortScreenTitle(name)] : [])),
  ...areaNames().map(areaName),
]

afterEach(() => i18next.changeLanguage('en'))

it('each screen of the contract belongs to a feature', () => {
  expect(allScreens().map(([name]) => name)).toEqual(screenNames)
})

it('titles and names of areas have an English and an Arabic text', async () => {
  expect(texts().length).toBeGreaterThan(screenNames.length)
  for (const text of texts()) expect(text).toMatch(/^[A-Z][A-Za-z ]+$/)
  await i18next.changeLanguage('ar')
  for (const text of texts()) expect(text).toMatch(/[\u0600-\u06ff]/)
})

it('an area that is named after a screen has its title', () => {
  expect(areaName('userRole')).toBe('User Roles')
  expect(areaName('file')).toBe('Files')
  expect(areaName('fromAnotherVersion')).toBe('fromAnotherVersion')
})
