import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import rtl from '@mui/stylis-plugin-rtl'
import type { BrandTheme } from '@parlance/contract/theme/brand'
import { createContext, type ReactNode, use } from 'react'
import { prefixer } from 'stylis'
import type { Direction } from '../../base/direction.ts'
import { nonce } from '../../base/nonce.ts'
import { useObservable } from '../../base/useObservable.ts'
import { pageBrand } from '../../theme/pageBrand.ts'
import { shownMode } from '../../theme/settings.ts'
import { useDirection } from '../../theme/useDirection.ts'
import { muiTheme } from './muiTheme.ts'

/** MUI writes physical properties. For Arabic, a second cache mirrors them. */
const caches = {
  ltr: createCache({ key: 'p', nonce, prepend: true }),
  rtl: createCache({ key: 'pr', nonce, prepend: true, stylisPlugins: [prefixer, rtl] }),
}

/** The settings own the color mode. MUI reads it from there and stores none of its own. */
const storageManager = () => ({
  get: () => shownMode.read().mode,
  set: () => {},
  subscribe: (handler: (mode: string) => void) => shownMode.subscribe(() => handler(shownMode.read().mode)),
})

/** Cached per brand and direction, because creating it takes too long for opening a menu. */
const themes = new WeakMap<BrandTheme, Partial<Record<Direction, ReturnType<typeof muiTheme>>>>()
function themeOf(brand: BrandTheme, direction: Direction) {
  const created = themes.get(brand) ?? {}
  themes.set(brand, created)
  created[direction] ??= muiTheme(brand, direction)
  return created[direction]
}

const Inside = createContext(false)

/**
 * The context that each MUI component needs. It doesn't wrap the page: no MUI component is in a page's first
 * frame, so MUI doesn't have to load before that.
 */
export const MuiTheme = ({ children }: { children: ReactNode }) =>
  use(Inside) ? children : <Outermost>{children}</Outermost>

function Outermost({ children }: { children: ReactNode }) {
  const direction = useDirection()
  const { theme: brand } = useObservable(pageBrand)
  const theme = themeOf(brand, direction)
  return (
    <Inside value={true}>
      <CacheProvider value={caches[direction]}>
        <ThemeProvider theme={theme} defaultMode="light" storageManager={storageManager} noSsr>
          {children}
        </ThemeProvider>
      </CacheProvider>
    </Inside>
  )
}
