import { z } from 'zod'
import { colourSets } from './theme/brand.ts'

/** The format of a color. It allows nothing that a style sheet would read as more than a color. */
export const Colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color as # and six hexadecimal digits, such as #6a3de0.')
  .transform((colour) => colour.toLowerCase())

export const ColourSet = z.strictObject({
  lighter: Colour,
  light: Colour,
  main: Colour,
  dark: Colour,
  darker: Colour,
  contrastText: Colour,
})

const sets = Object.fromEntries(colourSets.map((name) => [name, ColourSet])) as Record<
  (typeof colourSets)[number],
  typeof ColourSet
>

export const BrandTheme = z.strictObject({
  ...sets,
  menu: ColourSet,
  textPrimary: Colour,
  textSecondary: Colour,
  textDisabled: Colour,
  menuTextPrimary: Colour,
  menuTextSecondary: Colour,
  menuTextDisabled: Colour,
  loginBackground: z.strictObject({ main: Colour }),
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
  nearest: z.object({ colour: z.string(), ratio: z.number() }).nullable(),
})
