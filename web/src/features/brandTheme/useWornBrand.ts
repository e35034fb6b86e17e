import { useEffect } from 'react'
import { nonce } from '../../base/nonce.ts'
import { useObservable } from '../../base/useObservable.ts'
import { ownBrand, pageBrand } from '../../theme/pageBrand.ts'
import { wear } from '../../theme/wear.ts'
import { brandThemeApi } from './data/api.ts'

/**
 * Has the page wear this brand: an agent's own one while it is open; null: the one of the site; undefined: not known yet,
 * and the page stays as it is. Answers the key of what is worn. A brand that is changed here is worn anew at once.
 */
export function useWornBrand(brandKey: string | null | undefined): string {
  const worn = useObservable(pageBrand).brandKey
  const wanted = brandKey === undefined ? worn : (brandKey ?? ownBrand.siteBrandKey)
  const { currentData } = brandThemeApi.useGetBrandThemeQuery({ brandKey: wanted })
  useEffect(() => {
    if (!currentData) return
    const { brand, ...theme } = currentData
    wear({ ...brand, siteBrandKey: ownBrand.siteBrandKey, theme }, nonce)
  }, [currentData])
  return worn
}
