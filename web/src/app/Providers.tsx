import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Provider } from 'react-redux'
import { nonce } from '../nonce.ts'
import { muiTheme } from '../theme/muiTheme.ts'
import { pageBrand } from '../theme/pageBrand.ts'
import { settings } from '../theme/settings.ts'
import { useDirection } from '../theme/useDirection.ts'
import { ToastProvider } from '../ui/toast.tsx'
import { useObservable } from '../ui/useObservable.ts'
import type { Store } from './store.ts'

const ltrCache = createCache({ key: 'p', nonce, prepend: true })

/** MUI writes physical properties; in Arabic a second cache turns them over, loaded only then. */
async function makeRtlCache(): Promise<EmotionCache> {
  const [{ default: rtl }, { prefixer }] = await Promise.all([
    import('@mui/stylis-plugin-rtl'),
    import('stylis'),
  ])
  return createCache({ key: 'pr', nonce, prepend: true, stylisPlugins: [prefixer, rtl] })
}

/** The mode belongs to the settings; MUI reads it from them and keeps none of its own. */
const storageManager = () => ({
  get: () => settings.read().themeMode,
  set: () => {},
  subscribe: (handler: (mode: string) => void) =>
    settings.subscribe(() => handler(settings.read().themeMode)),
})

export function Providers({ store, children }: { store: Store; children: ReactNode }) {
  const direction = useDirection()
  const { theme: brand } = useObservable(pageBrand)
  const theme = useMemo(() => muiTheme(brand, direction), [brand, direction])
  const cache = useCache(direction)
  if (!cache) return null
  return (
    <Provider store={store}>
      <CacheProvider value={cache}>
        <ThemeProvider theme={theme} defaultMode="light" storageManager={storageManager} noSsr>
          <ToastProvider>{children}</ToastProvider>
        </ThemeProvider>
      </CacheProvider>
    </Provider>
  )
}

function useCache(direction: 'ltr' | 'rtl'): EmotionCache | undefined {
  const [rtlCache, setRtlCache] = useState<EmotionCache>()
  // A page that turns over stays as it is until it can: without a cache it would be taken down and begun anew.
  const last = useRef<EmotionCache>(undefined)
  useEffect(() => {
    if (direction === 'rtl' && !rtlCache) void makeRtlCache().then(setRtlCache)
  }, [direction, rtlCache])
  const cache = (direction === 'rtl' ? rtlCache : ltrCache) ?? last.current
  useEffect(() => {
    last.current = cache
  }, [cache])
  return cache
}
