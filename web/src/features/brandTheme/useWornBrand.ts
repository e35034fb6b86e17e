import { useEffect } from 'react'
import { nonce } from '../../nonce.ts'
import { keepOwnBrand, ownBrand, type PageBrand, pageBrand } from '../../theme/pageBrand.ts'
import { wear } from '../../theme/wear.ts'
import { useObservable } from '../../ui/useObservable.ts'
import { type BrandThemeAnswer, brandThemeApi } from './api.ts'

/**
 * Has the page wear this brand: an agent's own one while it is open; null: the one of the site; undefined: not known yet,
 * and the page stays as it is. Answers the key of what is worn.
 */
export function useWornBrand(brandKey: string | null | undefined): string {
  const worn = useObservable(pageBrand).brandKey
  const wanted = brandKey === undefined ? worn : (brandKey ?? ownBrand().siteBrandKey)
  const known = wanted === ownBrand().brandKey
  const { currentData } = brandThemeApi.useGetBrandThemeQuery({ brandKey: wanted }, { skip: known })
  useEffect(() => {
    if (known) wear(ownBrand(), nonce)
    else if (currentData) wear(asPageBrand(currentData), nonce)
  }, [known, currentData])
  return worn
}

/** Somebody has changed brands here: what the page wears is asked for again, and shows at once. */
export async function wearAgain(
  ask: (brandKey: string) => Promise<BrandThemeAnswer | undefined>,
): Promise<void> {
  const { brandKey } = pageBrand.read()
  const answer = await ask(brandKey)
  if (!answer) return
  const brand = asPageBrand(answer)
  if (brandKey === ownBrand().brandKey) keepOwnBrand(brand)
  wear(brand, nonce)
}

function asPageBrand({ brand, ...theme }: BrandThemeAnswer): PageBrand {
  return { ...brand, siteBrandKey: ownBrand().siteBrandKey, theme }
}
