// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { show } from '../testing/screen.tsx'
import { ownBrand, pageBrand } from '../theme/pageBrand.ts'
import { Logo } from './Logo.tsx'

afterEach(() => act(() => pageBrand.set(ownBrand)))

it('[R-3-030] a logo that fails to load is replaced by the default logo, and that one by the mark', () => {
  pageBrand.set({ ...ownBrand, brandKey: 'vela', logoFileName: 'logo-1.webp' })
  const { place } = show(<Logo place="navigation" />)
  const image = () => place.querySelector('img')
  expect(image()?.src).toContain('/brands/vela/files/logo-1.webp')
  act(() => void image()!.dispatchEvent(new Event('error')))
  expect(image()?.src).toContain('android-chrome-192x192.png?brandKey=vela')
  expect(place.querySelector('svg')).toBeNull()
  act(() => void image()!.dispatchEvent(new Event('error')))
  expect([image(), place.querySelector('svg') !== null]).toEqual([null, true])
})
