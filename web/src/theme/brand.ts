export interface ColourSet {
  lighter: string
  light: string
  main: string
  dark: string
  darker: string
  contrastText: string
}

export const colourSets = ['primary', 'secondary', 'info', 'success', 'warning', 'error'] as const
export type ColourSetName = (typeof colourSets)[number]

/** What a brand says of its theme; everything else is derived. */
export interface BrandTheme extends Record<ColourSetName, ColourSet> {
  textPrimary: string
  textSecondary: string
  textDisabled: string
  useGradientButtons: boolean
}

const set = (colours: string, contrastText = '#ffffff'): ColourSet => {
  const [lighter, light, main, dark, darker] = colours.split(' ').map((colour) => `#${colour.toLowerCase()}`)
  return { lighter: lighter!, light: light!, main: main!, dark: dark!, darker: darker!, contrastText }
}

/** The default palette: primary purple, secondary pink, info cyan, success green, warning amber, error orange-red. */
export const defaultBrand: BrandTheme = {
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
