import { describe, expect, it } from 'vitest'
import { iconAddress, logoAddress, ownBrand, type PageBrand } from './pageBrand.ts'

const brand = (logoFileName: string | null, navigationLogoFileName: string | null): PageBrand => ({
  ...ownBrand,
  brandKey: 'acme',
  version: '3-1',
  logoFileName,
  navigationLogoFileName,
})

describe('the logo', () => {
  it('[R-3-028] of the navigation is separate, and falls back to the logo', () => {
    expect(logoAddress(brand('a.webp', 'n.webp'), 'navigation')).toBe(
      '/api/internal/brands/acme/files/n.webp',
    )
    expect(logoAddress(brand('a.webp', null), 'navigation')).toBe('/api/internal/brands/acme/files/a.webp')
    expect(logoAddress(brand('a.webp', 'n.webp'), 'page')).toBe('/api/internal/brands/acme/files/a.webp')
  })

  it('[R-3-029] falls back to the default if a brand has none', () => {
    expect(logoAddress(brand(null, null), 'navigation')).toBeNull()
    expect(logoAddress(brand(null, 'n.webp'), 'page')).toBeNull()
  })

  it('[R-7-020] defaults to the icon of the instance’s settings, with a timestamp that bypasses caches', () => {
    expect(iconAddress(brand(null, null))).toBe(
      '/api/internal/instanceSettings/favicon/android-chrome-192x192.png?brandKey=acme&timestamp=3-1',
    )
  })
})

it('[R-2-027] the login box is centered unless a brand sets another position', () => {
  expect(ownBrand.loginAlignment).toBe('Center')
})
