import { createTheme } from '@mui/material/styles'
import { client } from '@parlance/contract/limits'
import { type BrandTheme, colorSets } from '@parlance/contract/theme/brand'
import { type ThemeMode, theme } from '@parlance/contract/theme/theme'

function scheme(brand: BrandTheme, mode: ThemeMode) {
  const tokens = theme(brand, mode)
  const sets = Object.fromEntries(
    colorSets.map((name) => {
      const { light, main, dark, contrastText } = brand[name]
      return [name, { light, main: mode === 'dark' && name === 'primary' ? light : main, dark, contrastText }]
    }),
  )
  return {
    palette: {
      ...sets,
      text: { primary: tokens.text, secondary: tokens['text-2'], disabled: tokens['text-dis'] },
      background: { default: tokens.bg, paper: tokens.raised },
      divider: tokens.line,
      action: {
        active: tokens['text-2'],
        hover: tokens.hover,
        selected: tokens.press,
        disabled: tokens['text-dis'],
        focus: tokens.hover,
      },
    },
  }
}

const EASE = 'cubic-bezier(.2,.8,.2,1)'

/** The MUI theme of a brand, for both modes. `data-theme` on the root element selects the mode. */
export function muiTheme(brand: BrandTheme, direction: 'ltr' | 'rtl') {
  return createTheme({
    direction,
    cssVariables: { cssVarPrefix: '', colorSchemeSelector: 'data-theme' },
    colorSchemes: { light: scheme(brand, 'light'), dark: scheme(brand, 'dark') },
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: 'var(--ui)',
      fontSize: 14,
      fontWeightMedium: 550,
      button: { textTransform: 'none', fontWeight: 550 },
      body1: { fontSize: 14, lineHeight: '20px' },
      body2: { fontSize: 13, lineHeight: '20px' },
      h6: { fontFamily: 'var(--second)', fontSize: 18, lineHeight: '26px', fontWeight: 600 },
    },
    transitions: { easing: { easeInOut: EASE, easeOut: EASE, easeIn: EASE, sharp: EASE } },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiTooltip: {
        defaultProps: { enterDelay: client.themeTooltipEnterMs, enterNextDelay: 200 },
        styleOverrides: {
          tooltip: {
            backgroundColor: 'var(--text)',
            color: 'var(--bg)',
            fontSize: 12,
            lineHeight: '16px',
            fontWeight: 400,
            padding: '6px 8px',
            borderRadius: 6,
          },
        },
      },
      MuiPaper: {
        styleOverrides: {
          root: { backgroundImage: 'none', '--Paper-overlay': 'none', '--Paper-shadow': 'none' },
        },
      },
      MuiMenu: {
        defaultProps: { transitionDuration: 120 },
        styleOverrides: {
          paper: {
            border: '1px solid var(--line)',
            borderRadius: 12,
            boxShadow: 'var(--sh-3)',
            marginBlock: 6,
            minWidth: 200,
          },
          list: { padding: 6 },
        },
      },
      MuiMenuItem: {
        styleOverrides: {
          root: {
            gap: 10,
            minHeight: 34,
            borderRadius: 8,
            paddingInline: 10,
            fontSize: 13.5,
            '@media (pointer: coarse)': { minHeight: 44 },
          },
        },
      },
      MuiDialog: {
        styleOverrides: {
          paper: {
            borderRadius: 16,
            border: '1px solid var(--line)',
            boxShadow: 'var(--sh-3)',
            // On small screens, a dialog uses the page's margins.
            '@media (max-width: 599px)': {
              margin: 16,
              width: 'calc(100% - 32px)',
              maxHeight: 'calc(100% - 32px)',
            },
          },
        },
      },
      MuiDialogTitle: { styleOverrides: { root: { padding: '20px 24px 8px' } } },
      MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
      MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px', gap: 4 } } },
      MuiBackdrop: {
        styleOverrides: {
          root: { backgroundColor: 'var(--scrim)' },
          invisible: { backgroundColor: 'transparent' },
        },
      },
    },
  })
}
