import { declarations, theme } from '@parlance/contract/theme/theme'
import { iconAddress, type PageBrand, pageBrand } from './pageBrand.ts'

let written: HTMLStyleElement | null = null

/** Applies another brand to the open page, by replacing the variables that the server wrote. */
export function applyBrand(brand: PageBrand, nonce: string | undefined): void {
  const applied = pageBrand.read()
  if (applied.version === brand.version && applied.brandKey === brand.brandKey) return
  written ??= document.head.appendChild(
    Object.assign(document.createElement('style'), { nonce: nonce ?? '' }),
  )
  const [light, dark] = (['light', 'dark'] as const).map((mode) => declarations(theme(brand.theme, mode)))
  written.textContent = `:root{${light}}[data-theme="dark"]{${dark}}`
  document.querySelector('link[rel="icon"]')?.setAttribute('href', iconAddress(brand))
  pageBrand.set(brand)
}
