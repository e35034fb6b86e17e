import { resolveTheme } from '@parlance/contract/theme/brand'
import { contrast } from '@parlance/contract/theme/color'
import { contrastPairs } from '@parlance/contract/theme/contrast'
import { theme } from '@parlance/contract/theme/theme'
import { describe, expect, test } from 'vitest'
import { demoBrands } from './brands.ts'

const seeded = [
  { name: 'Parlance', theme: {} },
  ...demoBrands.map(({ name, theme: own }) => ({ name, theme: own })),
]
/** Derived UI colors of a theme and their backgrounds. */
const derived = [
  ['text', 'bg'],
  ['text', 'canvas'],
  ['text', 'sunken'],
  ['text', 'raised'],
  ['text-2', 'bg'],
  ['text-2', 'canvas'],
  ['text-2', 'sunken'],
  ['text-2', 'raised'],
  ['text-3', 'bg'],
  ['text-3', 'canvas'],
  ['text-3', 'sunken'],
  ['text-3', 'raised'],
  ['link', 'bg'],
  ['accent-text', 'accent-bg'],
  ['ok-tx', 'ok-bg'],
  ['w-tx', 'w-bg'],
  ['e-tx', 'e-bg'],
  ['i-tx', 'i-bg'],
  ['s-tx', 's-bg'],
  ['menu-text', 'menu-bg'],
  ['menu-text-2', 'menu-bg'],
  ['menu-text', 'menu-raised'],
] as const

describe.each(seeded)('$name', ({ theme: own }) => {
  const brand = resolveTheme(own)

  test('is readable in every pair of its own colors', () => {
    expect(contrastPairs(brand).filter(({ level }) => level === 'below')).toEqual([])
  })

  test.each(['light', 'dark'] as const)('is readable in all derived colors in %s mode', (mode) => {
    const variables = theme(brand, mode)
    const below = derived.flatMap(([text, background]) => {
      const ratio = contrast(variables[text]!, variables[background]!)
      return ratio < 4.5 ? [`${text} on ${background}: ${ratio.toFixed(2)}`] : []
    })
    expect(below).toEqual([])
    // WCAG requires a contrast of 3 for visible elements that are not text.
    for (const [mark, background] of [
      ['line-strong', 'bg'],
      ['focus-color', 'bg'],
      ['viz', 'raised'],
      ['menu-line-strong', 'menu-bg'],
      ['menu-focus', 'menu-bg'],
    ] as const)
      expect(contrast(variables[mark]!, variables[background]!), mark).toBeGreaterThanOrEqual(3)
  })
})
