import { z } from 'zod'
import { colorSets } from './theme/brand.ts'

/** The format of a color. It allows nothing that a style sheet would read as more than a color. */
export const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color as # and six hexadecimal digits, such as #6a3de0.')
  .transform((color) => color.toLowerCase())

export const ColorSet = z.strictObject({
  lighter: Color,
  light: Color,
  main: Color,
  dark: Color,
  darker: Color,
  contrastText: Color,
})

const sets = Object.fromEntries(colorSets.map((name) => [name, ColorSet])) as Record<
  (typeof colorSets)[number],
  typeof ColorSet
>

export const BrandTheme = z.strictObject({
  ...sets,
  menu: ColorSet,
  textPrimary: Color,
  textSecondary: Color,
  textDisabled: Color,
  menuTextPrimary: Color,
  menuTextSecondary: Color,
  menuTextDisabled: Color,
  loginBackground: z.strictObject({ main: Color }),
  useGradientButtons: z.boolean(),
})

/** A brand's own part of a theme. */
export const ThemeSettings = BrandTheme.partial()

/** A text color and a background with too little contrast to be readable (WCAG 2.2 AA). */
export const ContrastWarning = z.object({
  field: z.string(),
  on: z.string(),
  mode: z.enum(['light', 'dark']),
  ratio: z.number(),
})

export const ContrastPair = ContrastWarning.extend({
  text: z.string(),
  background: z.string(),
  level: z.enum(['AAA', 'AA', 'below']),
  nearest: z.object({ color: z.string(), ratio: z.number() }).nullable(),
})
