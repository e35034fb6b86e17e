import { client } from '@parlance/contract/limits'
import { useEffect } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { pageBrand } from '../../theme/pageBrand.ts'

/** The product's name. Visitors' pages get it with the brand, and can't load the settings. */
export const useBrandProduct = (): string => useObservable(pageBrand).productName || client.provider

/** Sets the page's title: the screen's title, then the product's name. */
export function useProductTitle(screen: string): void {
  const name = useBrandProduct()
  useEffect(() => {
    document.title = `${screen} | ${name}`
  }, [screen, name])
}
