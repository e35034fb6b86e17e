import { expect, test } from 'vitest'
import { look } from './brand.ts'
import type { OwnSettings } from './store.ts'

const nothing: OwnSettings = { useLoginBackgroundImg: null, loginAlignment: null, theme: {}, files: {} }
const defaults: OwnSettings = {
  useLoginBackgroundImg: true,
  loginAlignment: 'Left',
  theme: {},
  files: { Logo: 'the-logo', NavigationLogo: 'the-navigation-logo' },
}

test('a brand inherits fields that it does not set, and fields that it sets apply, even `false`', () => {
  expect(look(nothing, defaults)).toMatchObject({ useLoginBackgroundImg: true, loginAlignment: 'Left' })
  const own: OwnSettings = { ...nothing, useLoginBackgroundImg: false, loginAlignment: 'Center' }
  expect(look(own, defaults)).toMatchObject({ useLoginBackgroundImg: false, loginAlignment: 'Center' })
})

test('a brand with its own logo does not use the default navigation logo', () => {
  const navigationLogo = (files: OwnSettings['files']) =>
    look({ ...nothing, files }, defaults).navigationLogoFileName
  expect(navigationLogo({})).toBe('the-navigation-logo')
  expect(navigationLogo({ Logo: 'own' })).toBeNull()
  expect(navigationLogo({ Logo: 'own', NavigationLogo: 'own-navigation' })).toBe('own-navigation')
})
