import type { SeedBrand } from '../brands/index.ts'

/** Two companies that share the demo, each under its own host name: http://halden.localhost:8080. */
export const demoBrands: readonly SeedBrand[] = [
  {
    brandKey: 'halden',
    name: 'Halden Rail',
    hostName: 'halden.localhost',
    theme: {
      primary: {
        lighter: '#d9f3ec',
        light: '#6fc9b3',
        main: '#0b7a64',
        dark: '#075848',
        darker: '#032e26',
        contrastText: '#ffffff',
      },
      secondary: {
        lighter: '#ffe9d6',
        light: '#f5b27a',
        main: '#c2570c',
        dark: '#8a3b05',
        darker: '#4a1f02',
        contrastText: '#ffffff',
      },
    },
  },
  {
    brandKey: 'vela',
    name: 'Vela Bank',
    hostName: 'vela.localhost',
    theme: {
      primary: {
        lighter: '#e2ecff',
        light: '#8fb4ff',
        main: '#1f4fd8',
        dark: '#143799',
        darker: '#0a1d57',
        contrastText: '#ffffff',
      },
      secondary: {
        lighter: '#dff5fb',
        light: '#7ed3ea',
        main: '#0c7f9f',
        dark: '#075b73',
        darker: '#04323f',
        contrastText: '#ffffff',
      },
      menu: {
        lighter: '#16296b',
        light: '#20398a',
        main: '#0e1f57',
        dark: '#22356f',
        darker: '#0b1230',
        contrastText: '#ffffff',
      },
      menuTextPrimary: '#f4f6ff',
      menuTextSecondary: '#c3cdf0',
      menuTextDisabled: '#7f8cc0',
      useGradientButtons: false,
    },
  },
]
