import { type BrandTheme, type ColorSetName, colorSets } from './brand.ts'
import { contrast, lightnessOf, mixHue } from './color.ts'
import { shortNames, type Theme, type ThemeMode, theme } from './theme.ts'

/** A text color of a theme and its background, in one mode. */
export interface ContrastPair {
  /** The theme field to change for a readable pair, for example `primary.contrastText`. */
  field: string
  /** The background: another field, or a variable derived from the theme, such as `bg`. */
  on: string
  mode: ThemeMode
  text: string
  background: string
  /** From 1 to 21. */
  ratio: number
  level: 'AAA' | 'AA' | 'below'
  /** For a pair below AA: the nearest color for `field` that passes, and its contrast. Otherwise null. */
  nearest: { color: string; ratio: number } | null
}

const AA = 4.5
const AAA = 7

interface Wanted {
  field: string
  on: string
  mode: ThemeMode
  colors: (brand: BrandTheme, variables: Theme) => readonly [text: string, background: string]
}

const setPair = (
  name: ColorSetName,
  text: 'contrastText' | 'dark',
  on: 'main' | 'dark' | 'lighter',
): Wanted => ({
  field: `${name}.${text}`,
  on: `${name}.${on}`,
  mode: 'light',
  colors: (brand) => [brand[name][text], brand[name][on]],
})

const onSurface = (
  field: string,
  on: string,
  mode: ThemeMode,
  text: (brand: BrandTheme) => string,
): Wanted => ({ field, on, mode, colors: (brand, variables) => [text(brand), variables[on]!] })

/** Every pair of text and background colors within a theme. */
const pairs: readonly Wanted[] = [
  ...colorSets.map((name) => setPair(name, 'contrastText', 'main')),
  setPair('primary', 'contrastText', 'dark'),
  onSurface('primary.main', 'bg', 'light', (brand) => brand.primary.main),
  onSurface('primary.light', 'bg', 'dark', (brand) => brand.primary.light),
  ...colorSets.map((name) => setPair(name, 'dark', 'lighter')),
  ...(['secondary', 'info', 'success', 'warning', 'error'] as const).map((name) =>
    onSurface(`${name}.light`, `${shortNames[name]}-bg`, 'dark', (brand) => brand[name].light),
  ),
  ...(['textPrimary', 'textSecondary'] as const).flatMap((name) =>
    ['bg', 'sunken'].map((on) => onSurface(name, on, 'light', (brand) => brand[name])),
  ),
  ...(['menuTextPrimary', 'menuTextSecondary'] as const).flatMap((name) =>
    ['menu-bg', 'menu-hover'].map((on) => onSurface(name, on, 'light', (brand) => brand[name])),
  ),
  onSurface('menu.contrastText', 'menu-press', 'light', (brand) => brand.menu.contrastText),
]

/**
 * Returns the WCAG 2.2 contrast of each text and background pair of a theme, and what would make it pass AA.
 */
export function contrastPairs(brand: BrandTheme): ContrastPair[] {
  const variables = { light: theme(brand, 'light'), dark: theme(brand, 'dark') }
  return pairs.map(({ field, on, mode, colors }) => {
    const [text, background] = colors(brand, variables[mode])
    const ratio = contrast(text, background)
    const level = ratio >= AAA ? 'AAA' : ratio >= AA ? 'AA' : 'below'
    return {
      field,
      on,
      mode,
      text,
      background,
      ratio,
      level,
      nearest: level === 'below' ? nearest(text, background) : null,
    }
  })
}

const STEPS = 200

/** Returns the color of the same hue, closest in lightness, that passes AA on this background. */
export function nearest(text: string, background: string): { color: string; ratio: number } {
  const own = lightnessOf(text)
  for (let step = 1; step <= STEPS; step++) {
    for (const lightness of [own - step / STEPS, own + step / STEPS]) {
      if (lightness < 0 || lightness > 1) continue
      // Colors fade toward black and white, where screens can't show saturated ones.
      const color = mixHue(text, lightness, Math.min(1, lightness / 0.25, (1 - lightness) / 0.08))
      const ratio = contrast(color, background)
      if (ratio >= AA) return { color, ratio }
    }
  }
  const color = contrast('#000000', background) > contrast('#ffffff', background) ? '#000000' : '#ffffff'
  return { color, ratio: contrast(color, background) }
}
