import { declarations, theme } from '@parlance/contract/theme/theme'
import { iconAddress, type PageBrand, pageBrand } from './pageBrand.ts'

let written: HTMLStyleElement | null = null

/** Applies another brand to the open page, by replacing the variables that the server wrote. */
export function applyBrand(brand: PageBrand, nonce: string | undefined): void {
  const applied = pageBrand.read()
  const isApplied = applied.version === brand.version && applied.brandKey === brand.brandKey
  // The name can come from the instance, whose changes leave the brand as it is.
  if (isApplied && applied.productName === brand.productName) return
  written ??= document.head.appendChild(
    Object.assign(document.createElement('style'), { nonce: nonce ?? '' }),
  )
  const [light, dark] = (['light', 'dark'] as const).map((mode) => declarations(theme(brand.theme, mode)))
  written.textContent = `:root{${light}}[data-theme="dark"]{${dark}}`
  document.querySelector('link[rel="icon"]')?.setAttribute('href', iconAddress(brand))
  pageBrand.set(brand)
}
