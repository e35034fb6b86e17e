import { contrast, mix, mixHue } from './color.ts'

export interface ColorSet {
  lighter: string
  light: string
  main: string
  dark: string
  darker: string
  contrastText: string
}

export const shades = ['lighter', 'light', 'main', 'dark', 'darker', 'contrastText'] as const
export const colorSets = ['primary', 'secondary', 'info', 'success', 'warning', 'error'] as const
export type ColorSetName = (typeof colorSets)[number]

/** The theme settings of a brand. Everything else is derived. Colors are `#rrggbb`. */
export interface BrandTheme extends Record<ColorSetName, ColorSet> {
  /**
   * The side navigation: `main` and `darker` are its background in light and dark mode, `lighter` is a row on
   * hover, and `light` the selected row. `dark` is the line next to it, and `contrastText` the text of the
   * selected row.
   */
  menu: ColorSet
  textPrimary: string
  textSecondary: string
  textDisabled: string
  menuTextPrimary: string
  menuTextSecondary: string
  menuTextDisabled: string
  /** The background behind the login box. */
  loginBackground: { main: string }
  useGradientButtons: boolean
}

/** A brand's own part of a theme. A missing field uses the default. */
export type ThemeSettings = Partial<BrandTheme>
export type ThemeField = keyof BrandTheme

export const themeFields = [
  ...colorSets,
  'menu',
  'textPrimary',
  'textSecondary',
  'textDisabled',
  'menuTextPrimary',
  'menuTextSecondary',
  'menuTextDisabled',
  'loginBackground',
  'useGradientButtons',
] as const satisfies readonly ThemeField[]

const set = (colors: string, contrastText = '#ffffff'): ColorSet => {
  const [lighter, light, main, dark, darker] = colors.split(' ').map((color) => `#${color.toLowerCase()}`)
  return { lighter: lighter!, light: light!, main: main!, dark: dark!, darker: darker!, contrastText }
}

/** The default palette: primary purple, secondary pink, info cyan, success green, warning amber, error orange-red. */
const palette = {
  primary: set('EFEAFD B7A0F5 6A3DE0 4A23AF 24105E'),
  secondary: set('FCE6F1 F299C4 D1337F 9C1B5C 540A33'),
  info: set('DFF5FB 7ED3EA 0C7F9F 075B73 04323F'),
  success: set('DFF5E8 7FD3A2 1A8049 105A32 07331C'),
  warning: set('FEF1D6 F6CC70 E39A0B 8A5A00 4D3200', '#2b1c00'),
  error: set('FEE8E1 F7A58C CF3F17 982A0B 561504'),
  textPrimary: '#1c1829',
  textSecondary: '#554f65',
  textDisabled: '#a39db0',
  useGradientButtons: true,
}

/**
 * Builds a theme by taking each field from the first settings that have it. Missing fields are derived: the
 * menu and the login background from the primary set, and the menu's text colors from the text colors.
 */
export function resolveTheme(...settings: readonly ThemeSettings[]): BrandTheme {
  const given = Object.assign({}, ...[...settings].reverse()) as ThemeSettings
  const base = { ...palette, ...given }
  return {
    ...base,
    menu: given.menu ?? menuOf(base.primary, base.textPrimary),
    menuTextPrimary: given.menuTextPrimary ?? base.textPrimary,
    menuTextSecondary: given.menuTextSecondary ?? base.textSecondary,
    menuTextDisabled: given.menuTextDisabled ?? base.textDisabled,
    loginBackground: given.loginBackground ?? { main: base.primary.darker },
  }
}

/** Neutrals with a slight tint of the primary color. */
function menuOf({ main, darker }: ColorSet, text: string): ColorSet {
  const background = mix(main, 2.5, '#fafafa')
  return {
    lighter: mix(main, 6, background),
    light: mix(main, 11, background),
    main: background,
    dark: mix(darker, 11, '#ffffff'),
    darker: mix(main, 6, '#0e0e0e'),
    contrastText: text,
  }
}

export const defaultBrand: BrandTheme = resolveTheme()

const AA = 4.5

/**
 * Derives the six colors of a set from its main color. The steps match the default palette in lightness and
 * colorfulness. The text on it is white if that is readable, otherwise the darkest step.
 */
export function setFromMain(main: string): ColorSet {
  const steps = {
    lighter: mixHue(main, 0.945, 0.13),
    light: mixHue(main, 0.785, 0.6),
    dark: darkerThan(main, 0.74, 0.85),
    darker: darkerThan(main, 0.46, 0.6),
  }
  const { lighter, light, dark, darker } = steps
  return {
    lighter,
    light,
    main,
    dark,
    darker,
    contrastText: contrast(main, '#ffffff') >= AA ? '#ffffff' : darker,
  }
}

function darkerThan(main: string, share: number, chroma: number): string {
  return mixHue(main, (lightness) => Math.min(lightness * share, 0.6 * share + 0.05), chroma)
}
