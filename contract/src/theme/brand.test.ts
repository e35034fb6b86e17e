import { describe, expect, it, test } from 'vitest'
import { client } from '../limits.ts'
import { type ColorSetName, colorSets, defaultBrand, resolveTheme, setFromMain, shades } from './brand.ts'
import { contrast, hue, hueDistance, lightnessOf } from './color.ts'
import { contrastPairs, nearest } from './contrast.ts'
import { gradient, theme } from './theme.ts'

const grammar = /^#[0-9a-f]{6}$/

test('[R-1-031] [R-9-011] the brand key defaults to default', () => {
  expect(client.defaultBrandKey).toBe('default')
})

describe('the default palette', () => {
  const colors = (name: ColorSetName) => shades.map((shade) => defaultBrand[name][shade])

  it('[R-3-031] [R-3-032] [R-3-033] has the six colors of primary, secondary and info', () => {
    for (const name of ['primary', 'secondary', 'info'] as const)
      for (const color of colors(name)) expect(color).toMatch(grammar)
  })

  it('[R-3-034] [R-3-035] [R-3-036] has the colors of success, warning and error', () => {
    for (const name of ['success', 'warning', 'error'] as const)
      for (const color of colors(name)) expect(color).toMatch(grammar)
  })

  it('[R-3-037] [R-3-038] [R-3-039] [R-3-040] has a menu set, text colors, the menu’s text colors and the login’s background', () => {
    for (const shade of shades) expect(defaultBrand.menu[shade]).toMatch(grammar)
    for (const field of ['textPrimary', 'textSecondary', 'textDisabled'] as const)
      expect(defaultBrand[field]).toMatch(grammar)
    for (const field of ['menuTextPrimary', 'menuTextSecondary', 'menuTextDisabled'] as const)
      expect(defaultBrand[field]).toMatch(grammar)
    expect(defaultBrand.loginBackground.main).toBe(defaultBrand.primary.darker)
  })

  // OKLab hue difference in degrees.
  const apart = (name: ColorSetName, degrees: number) =>
    Math.abs(((hue(defaultBrand[name].main) - degrees + 540) % 360) - 180)
  it('[R-3-042] [R-3-043] [R-3-044] is purple in primary, pink in secondary, cyan in info', () => {
    expect(apart('primary', 290)).toBeLessThan(15)
    expect(apart('secondary', 355)).toBeLessThan(15)
    expect(apart('info', 225)).toBeLessThan(15)
  })
  it('[R-3-045] [R-3-046] [R-3-047] is green in success, amber in warning, orange-red in error', () => {
    expect(apart('success', 155)).toBeLessThan(15)
    expect(apart('warning', 72)).toBeLessThan(15)
    expect(apart('error', 35)).toBeLessThan(15)
  })

  it('[R-3-041] has a gradient on its buttons, unless a brand turns it off', () => {
    expect(defaultBrand.useGradientButtons).toBe(true)
    expect(gradient(defaultBrand)).toContain('52%')
    expect(gradient(resolveTheme({ useGradientButtons: false }))).toBe('linear-gradient(#6a3de0, #6a3de0)')
  })

  it('is readable in every pair of text and background', () => {
    expect(contrastPairs(defaultBrand).filter(({ level }) => level === 'below')).toEqual([])
  })
})

describe('a theme', () => {
  it('takes each field from the first settings that have it, and derives the rest', () => {
    const primary = setFromMain('#0b7a64')
    const resolved = resolveTheme({ primary }, { primary: setFromMain('#ff0000'), textPrimary: '#010101' })
    expect(resolved.primary).toEqual(primary)
    expect([resolved.textPrimary, resolved.menuTextPrimary]).toEqual(['#010101', '#010101'])
    expect(resolved.loginBackground.main).toBe(primary.darker)
    expect(resolved.secondary).toEqual(defaultBrand.secondary)
    // The menu is a neutral tinted with the primary color.
    expect(resolved.menu.main).not.toBe(defaultBrand.menu.main)
    expect(contrast(resolved.menu.main, '#ffffff')).toBeLessThan(1.2)
  })

  it('uses the brand’s menu colors in the sidebar, including dark ones', () => {
    const menu = { ...setFromMain('#123456'), main: '#101a2c', contrastText: '#ffffff' }
    const dark = theme(resolveTheme({ menu, menuTextPrimary: '#f0f0ff' }), 'light')
    expect([dark['menu-bg'], dark['menu-text'], dark['menu-on']]).toEqual(['#101a2c', '#f0f0ff', '#ffffff'])
    expect(contrast(dark['menu-raised']!, '#f0f0ff')).toBeGreaterThan(4.5)
    expect(contrast(dark['menu-focus']!, '#101a2c')).toBeGreaterThan(3)
  })
})

describe('color steps from one main color', () => {
  const mains = [
    '#6a3de0',
    '#0b7a64',
    '#c4520c',
    '#1f4fd8',
    '#d1337f',
    '#0c7f9f',
    '#e39a0b',
    '#7a1fa2',
    '#333333',
    '#000000',
    '#ffffff',
    '#f5e663',
  ]
  it.each(mains)('%s: has five ordered steps in its hue, with a readable text color', (main) => {
    const set = setFromMain(main)
    for (const shade of shades) expect(set[shade]).toMatch(grammar)
    expect(set.main).toBe(main)
    const lightness = [set.darker, set.dark, set.main].map(lightnessOf)
    expect(lightness).toEqual([...lightness].sort((a, b) => a - b))
    expect(lightnessOf(set.lighter)).toBeGreaterThan(lightnessOf(set.light) - 0.001)
    if (!['#333333', '#000000', '#ffffff'].includes(main))
      expect(hueDistance(set.dark, main)).toBeLessThan(25)
    expect(contrast(set.contrastText, main)).toBeGreaterThanOrEqual(main === '#ffffff' ? 4.5 : 4.4)
    expect(contrast(set.dark, set.lighter)).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the nearest color that passes', () => {
  it.each([
    ['#ffffff', '#e39a0b'],
    ['#dddddd', '#ffffff'],
    ['#222222', '#111111'],
    ['#ff0000', '#ff0000'],
    ['#808080', '#808080'],
  ])('%s on %s becomes a color of the same hue with a contrast of 4.5', (text, background) => {
    const { color, ratio } = nearest(text, background)
    expect(color).toMatch(grammar)
    expect(ratio).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color, background)).toBe(ratio)
    // No color a step closer would do.
    expect(ratio).toBeLessThan(5.2)
  })

  it('is offered only for pairs below AA', () => {
    const pairs = contrastPairs(resolveTheme({ primary: setFromMain('#f5e663'), textSecondary: '#bbbbbb' }))
    expect(pairs.some(({ level }) => level === 'below')).toBe(true)
    for (const { level, nearest: offered } of pairs) expect(offered !== null).toBe(level === 'below')
  })

  it('names each pair once, by a field of the theme', () => {
    const pairs = contrastPairs(defaultBrand)
    expect(new Set(pairs.map(({ field, on, mode }) => `${field} ${on} ${mode}`)).size).toBe(pairs.length)
    for (const name of colorSets)
      expect(pairs.some(({ field }) => field === `${name}.contrastText`)).toBe(true)
  })
})
