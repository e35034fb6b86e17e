import { useEffect } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { auth } from '../../session/auth.ts'
import { loadSettings } from '../../session/settings.ts'
import { pageBrand } from '../../theme/pageBrand.ts'

/** The product's name: the page's brand knows it from the first paint on, else it comes with the settings. */
export function useProductName(): string {
  const { instanceSettings } = useObservable(auth)
  useEffect(() => {
    // The page works without its name; every later call reports a lost connection.
    loadSettings().catch(() => undefined)
  }, [])
  return useObservable(pageBrand).productName || instanceSettings.name
}

/** The page's title: the screen's, then the product's. */
export function usePageTitle(screen: string): void {
  const name = useProductName()
  useEffect(() => {
    document.title = `${screen} | ${name}`
  }, [screen, name])
}
