import { type BrandTheme, type ColorSetName, shades } from './brand.ts'
import { between, contrast, fade, hueDistance, lightnessOf, mix } from './color.ts'

export type ThemeMode = 'light' | 'dark'
export type ThemeContrast = 'default' | 'bold'

/** Short names of the color sets in style sheets: `--p-main` is the primary set's main. */
export const shortNames: Record<ColorSetName, string> = {
  primary: 'p',
  secondary: 's',
  info: 'i',
  success: 'ok',
  warning: 'w',
  error: 'e',
}
const statuses = ['secondary', 'info', 'success', 'warning', 'error'] as const

export type Theme = Record<string, string>

/**
 * Returns all colors for components, derived from a brand's color sets, as CSS variables by name without the
 * dashes. Pure, so that the build can write them into the pages and tests can measure them.
 */
export function theme(brand: BrandTheme, mode: ThemeMode, themeContrast: ThemeContrast = 'default'): Theme {
  const derived = mode === 'light' ? light(brand) : dark(brand)
  const bold =
    themeContrast === 'bold' ? { line: derived['line-strong']!, 'text-3': derived['text-2']! } : undefined
  return {
    ...brandColors(brand),
    ...derived,
    ...bold,
    'login-bg': brand.loginBackground.main,
    // The shapes fit the default background. A background that was chosen is shown as it is.
    'login-shapes': isDefaultBackground(brand) ? 'inline' : 'none',
    grad: gradient(brand),
    'grad-rtl': gradient(brand, -105),
    'color-scheme': mode,
  }
}

const isDefaultBackground = ({ loginBackground, primary }: BrandTheme): boolean =>
  loginBackground.main.toLowerCase() === primary.darker.toLowerCase()

function brandColors(brand: BrandTheme): Theme {
  const entries = Object.entries(shortNames).flatMap(([name, short]) => {
    const set = brand[name as ColorSetName]
    // Uses only known names, so names in an external color set never reach a style sheet.
    return shades.map((shade) => [`${short}-${shade === 'contrastText' ? 'on' : shade}`, set[shade]] as const)
  })
  return Object.fromEntries(entries)
}

function light(brand: BrandTheme): Theme {
  const { primary } = brand
  const canvas = mix(primary.main, 2.5, '#fafafa')
  return {
    bg: '#ffffff',
    canvas,
    sunken: mix(primary.main, 4, '#f5f5f5'),
    raised: '#ffffff',
    hover: fade(primary.main, 6),
    press: fade(primary.main, 11),
    line: mix(primary.darker, 11, '#ffffff'),
    'line-strong': mix(primary.darker, 12, '#928e9b'),
    text: brand.textPrimary,
    'text-2': brand.textSecondary,
    'text-3': '#696278',
    'text-dis': brand.textDisabled,
    viz: primary.main,
    'viz-2': mix(primary.light, 66, primary.main),
    link: primary.main,
    'accent-bg': primary.lighter,
    'accent-text': primary.dark,
    ...statusPairs((name) => [brand[name].lighter, brand[name].dark]),
    'menu-bg': brand.menu.main,
    'menu-hover': brand.menu.lighter,
    'menu-press': brand.menu.light,
    'menu-line': brand.menu.dark,
    'menu-text': brand.menuTextPrimary,
    'menu-text-2': brand.menuTextSecondary,
    'menu-text-dis': brand.menuTextDisabled,
    'menu-on': brand.menu.contrastText,
    'menu-raised': lightnessOf(brand.menu.main) > 0.6 ? '#ffffff' : mix('#ffffff', 10, brand.menu.main),
    'menu-line-strong': mix(brand.menuTextPrimary, 48, brand.menu.main),
    'menu-focus': clearer(brand.menu.main, primary.main, primary.light),
    'code-bg': mix(primary.main, 3, '#f8f8f8'),
    scrim: fade(primary.darker, 40),
    'sh-1': `0 1px 2px ${fade(primary.darker, 5)}, 0 1px 1px ${fade(primary.darker, 3)}`,
    'sh-2': `0 4px 12px -2px ${fade(primary.darker, 8)}, 0 1px 3px ${fade(primary.darker, 5)}`,
    'sh-3': `0 16px 40px -8px ${fade(primary.darker, 18)}, 0 4px 12px -4px ${fade(primary.darker, 8)}`,
    'focus-color': primary.main,
  }
}

function dark(brand: BrandTheme): Theme {
  const { primary } = brand
  const canvas = mix(primary.main, 6, '#0e0e0e')
  const tint: Record<(typeof statuses)[number], number> = {
    secondary: 24,
    info: 26,
    success: 24,
    warning: 20,
    error: 24,
  }
  return {
    bg: mix(primary.main, 6, '#141414'),
    canvas,
    sunken: mix(primary.main, 6, '#101010'),
    raised: mix(primary.main, 8, '#1d1d1d'),
    hover: fade(primary.light, 8),
    press: fade(primary.light, 14),
    line: mix(primary.light, 12, '#1f1f1f'),
    'line-strong': mix(primary.light, 34, '#585858'),
    text: '#ece9f4',
    'text-2': '#ada6bd',
    'text-3': '#9891a8',
    'text-dis': '#625c70',
    viz: mix(primary.main, 66, primary.light),
    'viz-2': mix(primary.light, 70, '#ffffff'),
    link: primary.light,
    'accent-bg': mix(primary.main, 30, '#171717'),
    'accent-text': mix(primary.light, 70, '#ffffff'),
    ...statusPairs((name) => [mix(brand[name].main, tint[name], '#151515'), brand[name].light]),
    'menu-bg': brand.menu.darker,
    'menu-hover': fade(primary.light, 8),
    'menu-press': fade(primary.light, 14),
    'menu-line': mix(primary.light, 12, '#1f1f1f'),
    'menu-text': '#ece9f4',
    'menu-text-2': '#ada6bd',
    'menu-text-dis': '#625c70',
    'menu-on': '#ece9f4',
    'menu-raised': mix(primary.main, 8, '#1d1d1d'),
    'menu-line-strong': mix(primary.light, 34, '#585858'),
    'menu-focus': primary.light,
    'code-bg': mix(primary.main, 5, '#0f0f0f'),
    scrim: fade('#000000', 60),
    'sh-1': 'none',
    'sh-2': `0 4px 16px ${fade('#000000', 40)}`,
    'sh-3': `0 16px 48px ${fade('#000000', 60)}`,
    'focus-color': primary.light,
  }
}

/** Returns the color with more contrast on a background. */
const clearer = (background: string, one: string, two: string): string =>
  contrast(one, background) >= contrast(two, background) ? one : two

function statusPairs(pair: (name: (typeof statuses)[number]) => [background: string, text: string]): Theme {
  return Object.fromEntries(
    statuses.flatMap((name) => {
      const [background, text] = pair(name)
      return [
        [`${shortNames[name]}-bg`, background],
        [`${shortNames[name]}-tx`, text],
      ]
    }),
  )
}

const STEPS = 20

/**
 * Returns the primary action's background: dark, main, then toward the secondary color. Distant hues would meet
 * in gray, so over 90° the gradient stays in the primary hue. If the text contrast would fall below 4.5, it is
 * flat.
 */
export function gradient({ primary, secondary, useGradientButtons }: BrandTheme, angle = 105): string {
  const end =
    hueDistance(primary.main, secondary.main) > 90
      ? mix(primary.main, 80, primary.light)
      : mix(primary.main, 55, secondary.main)
  const legible = gradientPoints(primary.dark, primary.main, end).every(
    (color) => contrast(color, primary.contrastText) >= 4.5,
  )
  if (!useGradientButtons || !legible) return `linear-gradient(${primary.main}, ${primary.main})`
  return `linear-gradient(${angle}deg, ${primary.dark}, ${primary.main} 52%, ${end})`
}

export const gradientPoints = (from: string, middle: string, to: string): string[] =>
  Array.from({ length: STEPS + 1 }, (_, step) => {
    const share = step / STEPS
    return share < 0.52 ? between(from, middle, share / 0.52) : between(middle, to, (share - 0.52) / 0.48)
  })

/** Returns the theme as CSS declarations. */
export const declarations = (values: Theme): string =>
  Object.entries(values)
    .map(([name, value]) => (name === 'color-scheme' ? `color-scheme:${value}` : `--${name}:${value}`))
    .join(';')
