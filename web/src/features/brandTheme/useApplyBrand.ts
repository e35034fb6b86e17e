import { useEffect } from 'react'
import { nonce } from '../../base/nonce.ts'
import { useObservable } from '../../base/useObservable.ts'
import { applyBrand } from '../../theme/applyBrand.ts'
import { ownBrand, pageBrand } from '../../theme/pageBrand.ts'
import { brandThemeApi } from './data/api.ts'

/**
 * Applies a brand to the page. `brandKey` is an open agent's own brand, null for the site's brand, or undefined
 * to keep the current one. Returns the key of the applied brand. Changes to that brand apply immediately.
 */
export function useApplyBrand(brandKey: string | null | undefined): string {
  const applied = useObservable(pageBrand).brandKey
  const wanted = brandKey === undefined ? applied : (brandKey ?? ownBrand.siteBrandKey)
  const { currentData } = brandThemeApi.useGetBrandThemeQuery({ brandKey: wanted })
  useEffect(() => {
    if (!currentData) return
    const { brand, ...theme } = currentData
    applyBrand({ ...brand, siteBrandKey: ownBrand.siteBrandKey, theme }, nonce)
  }, [currentData])
  return applied
}
