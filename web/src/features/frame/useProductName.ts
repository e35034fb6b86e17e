import { useEffect } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { auth } from '../../session/auth.ts'
import { loadSettings } from '../../session/settings.ts'
import { pageBrand } from '../../theme/pageBrand.ts'

/**
 * The product's name. The page's brand provides it from the first paint, and otherwise it comes with the
 * settings.
 */
export function useProductName(): string {
  const { instanceSettings } = useObservable(auth)
  useEffect(() => {
    // The page works without its name. Later calls report a lost connection.
    loadSettings().catch(() => undefined)
  }, [])
  return useObservable(pageBrand).productName || instanceSettings.name
}

/** Sets the page's title: the screen's title, then the product's name. */
export function usePageTitle(screen: string): void {
  const name = useProductName()
  useEffect(() => {
    document.title = `${screen} | ${name}`
  }, [screen, name])
}
