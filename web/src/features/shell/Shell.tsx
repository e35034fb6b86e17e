import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useObservable } from '../../base/useObservable.ts'
import { changeSettings, settings } from '../../theme/settings.ts'
import { BusyStrip } from '../../ui/BusyStrip.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { loadLater, useLoadAhead } from '../../ui/loadLater.tsx'
import { OnceOpened } from '../../ui/OnceOpened.tsx'
import { closeSidebar, openSidebar, sidebar } from '../../ui/sidebar.ts'
import { useLarge } from '../../ui/useMediaQuery.ts'
import { ExplainerHost } from '../accessExplanations/ExplainerHost.tsx'
import { frameTexts } from '../frame/frameTexts.ts'
import { ImportHost } from '../imports/ImportHost.tsx'
import { Footer } from './Footer.tsx'
import { PanelHost } from './panels/PanelHost.tsx'
import { Sidebar } from './Sidebar.tsx'
import { scrollsIn } from './scrolling.ts'
import './shell.css'

const SidebarDrawer = loadLater(async () => (await import('./SidebarDrawer.tsx')).SidebarDrawer, {
  over: true,
})

interface Props {
  /** The sidebar's own content: the conversations, or the administration's pages. */
  navigation: ReactNode
  /** The same at 80 wide: icons only. */
  miniNavigation: ReactNode
  children: ReactNode
}

/** The frame of all signed-in pages: skip link, sidebar, content. */
export function Shell({ navigation, miniNavigation, children }: Props) {
  const t = frameTexts.useText()
  const large = useLarge()
  const { themeLayout } = useObservable(settings)
  const { drawerOpen } = useObservable(sidebar)
  const { pathname, search } = useLocation()
  const mini = large && themeLayout === 'mini'

  // The drawer closes when the screen crosses the large breakpoint.
  useEffect(() => {
    if (large) closeSidebar()
  }, [large])

  useLoadAhead(SidebarDrawer)
  useSidebarKey(large)
  useTopOfPage(pathname)

  return (
    <div
      className="app"
      data-sidebar={large ? (mini ? 'mini' : 'full') : 'drawer'}
      data-scroll={scrollsIn(pathname)}
    >
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      {large ? (
        <Sidebar mini={mini}>{mini ? miniNavigation : navigation}</Sidebar>
      ) : (
        <OnceOpened open={drawerOpen}>
          <SidebarDrawer open={drawerOpen}>{navigation}</SidebarDrawer>
        </OnceOpened>
      )}
      <main className="main" id="main" tabIndex={-1}>
        <BusyStrip offline={t('offline')} />
        <ErrorBoundary component="screen" of={`${pathname}${search}`}>
          {children}
        </ErrorBoundary>
        <Footer />
      </main>
      <PanelHost />
      <ImportHost />
      <ExplainerHost />
    </div>
  )
}

/** Where the document scrolls, another page begins at its top; back and forward find their place again. */
function useTopOfPage(pathname: string) {
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each path.
  useLayoutEffect(() => {
    if (type !== 'POP') scrollTo(0, 0)
  }, [pathname])
}

/** ⌘B opens and closes the sidebar: beside the page it turns small, on smaller screens it is a drawer. */
function useSidebarKey(large: boolean) {
  // With the first paint: whoever sees the sidebar may press its key.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyB' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.defaultPrevented) return
      event.preventDefault()
      if (large) changeSettings({ themeLayout: settings.read().themeLayout === 'mini' ? 'vertical' : 'mini' })
      else if (sidebar.read().drawerOpen) closeSidebar()
      else openSidebar()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [large])
}
