import { defaultBrand, resolveTheme, setFromMain, themeFields } from '@parlance/contract/theme/brand'
import { describe, expect, it } from 'vitest'
import {
  colorErrors,
  hostErrors,
  inputOf,
  keyError,
  keyOf,
  labelOfPath,
  lookOf,
  nameError,
  pathOf,
  valuesOf,
  withColor,
} from './brandForm.ts'
import type { Brand } from './data/api.ts'
import { bySet } from './editor/history.ts'
import { brandsTexts } from './lang/en.ts'

const t = brandsTexts.text
const green = setFromMain('#0b7a64')

const brand = (own: Partial<Brand['theme']>): Brand => ({
  brandKey: 'halden',
  name: 'Halden',
  hostNames: ['chat.halden.example'],
  logoFileName: null,
  navigationLogoFileName: null,
  splashScreenBackgroundFileName: null,
  avatarFileName: null,
  useLoginBackgroundImg: false,
  loginBackground: { main: '#000000' },
  loginAlignment: 'Center',
  theme: resolveTheme(own),
  inherits: ['useLoginBackgroundImg', 'loginAlignment', ...themeFields.filter((field) => !(field in own))],
  isDefault: false,
  warnings: [],
  version: 1,
  createdAt: '2026-11-21T10:00:00Z',
  updatedAt: '2026-11-21T10:00:00Z',
})

describe('inherited values', () => {
  const values = valuesOf(brand({ primary: green }))

  it('are null in the form and omitted when saving', () => {
    expect(values.secondary).toBeNull()
    expect(values.primary).toEqual(green)
    expect(inputOf(values)).toEqual({ theme: { primary: green } })
    expect(inputOf({ ...values, loginAlignment: 'Left', useGradientButtons: false })).toEqual({
      theme: { primary: green, useGradientButtons: false },
      loginAlignment: 'Left',
    })
  })

  it('come from the defaults, or are derived from the brand: a menu follows the primary color', () => {
    const defaults = { ...valuesOf(brand({ textPrimary: '#123456' })), loginAlignment: 'Right' as const }
    const look = lookOf(values, defaults)
    expect(look.textPrimary).toBe('#123456')
    expect(look.loginAlignment).toBe('Right')
    expect(look.menu).toEqual(resolveTheme({ primary: green, textPrimary: '#123456' }).menu)
  })
})

it('an incomplete color shows as the inherited one in the preview, and is an error when the field loses focus', () => {
  const values = { ...valuesOf(brand({ primary: green })), textPrimary: '#12' }
  const typing = { ...values, primary: { ...green, main: '#0b7' } }
  expect(lookOf(typing, undefined).primary.main).toBe(defaultBrand.primary.main)
  expect(lookOf(typing, undefined).textPrimary).toBe(defaultBrand.textPrimary)
  expect(Object.keys(colorErrors(typing, t))).toEqual(['primary.main', 'textPrimary'])
  expect(colorErrors(valuesOf(brand({ primary: green })), t)).toEqual({})
})

it('changes one color by its path, in a set or standalone', () => {
  const look = lookOf(valuesOf(brand({})), undefined)
  expect(withColor(look, 'warning.contrastText', '#2b1c00')).toEqual({
    warning: { ...look.warning, contrastText: '#2b1c00' },
  })
  expect(withColor(look, 'loginBackground.main', '#010203')).toEqual({
    loginBackground: { main: '#010203' },
  })
  expect(withColor(look, 'textPrimary', '#010203')).toEqual({ textPrimary: '#010203' })
})

describe('names and keys', () => {
  it('derive a key from the name as far as possible', () => {
    expect(keyOf('Halden Rail')).toBe('halden-rail')
    expect(keyOf('  Ærø & Søn — Łódź 24! ')).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)
    expect(keyOf('شركة')).toBe('')
    expect(keyOf('x'.repeat(60))).toHaveLength(40)
    expect(keyOf(`${'x'.repeat(39)} y`)).toBe('x'.repeat(39))
  })

  it('follow the server’s grammar', () => {
    for (const key of ['a', 'a-b', '9', 'x'.repeat(40)]) expect(keyError(key, t)).toBeUndefined()
    for (const key of ['', '-a', 'a-', 'A', 'a b', 'x'.repeat(41), 'import'])
      expect(keyError(key, t)).toBeTruthy()
    expect(nameError('  ', t)).toBeTruthy()
    expect(nameError('x'.repeat(101), t)).toBeTruthy()
    expect(nameError('x'.repeat(100), t)).toBeUndefined()
  })

  it('report invalid host names by position', () => {
    const errors = hostErrors(['chat.example.com', 'https://x', 'Chat.Example', '127.0.0.1', 'a..b'], t)
    expect(Object.keys(errors)).toEqual(['hostNames.1', 'hostNames.3', 'hostNames.4'])
    expect(Object.keys(hostErrors(['', 'a.example', '', 'a..b'], t))).toEqual(['hostNames.3'])
  })
})

it('maps the server’s paths to the form’s, and formats them as labels', () => {
  expect(pathOf('theme.primary.main')).toBe('primary.main')
  expect(pathOf('hostNames.0')).toBe('hostNames.0')
  // Empty rows aren't sent.
  expect(pathOf('hostNames.1', { hostNames: ['', 'a.example', ' ', 'b.example'] })).toBe('hostNames.3')
  expect(labelOfPath('primary.contrastText', t)).toBe('Primary contrast text')
  expect(labelOfPath('loginBackground.main', t)).toBe('Sign-in background')
})

it('the history shows changes to several colors of a set as one change', () => {
  const change = (field: string, before: unknown, after: unknown) => ({ field, before, after })
  expect(
    bySet([
      change('name', 'A', 'B'),
      change('primary.main', null, '#111111'),
      change('primary.dark', null, '#000000'),
      change('loginBackground.main', '#222222', null),
      change('textPrimary', '#333333', '#444444'),
    ]),
  ).toEqual([
    change('name', 'A', 'B'),
    change('primary', null, { main: '#111111', dark: '#000000' }),
    change('loginBackground.main', '#222222', null),
    change('textPrimary', '#333333', '#444444'),
  ])
})
