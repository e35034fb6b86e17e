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
import { AnnouncementsHost } from '../announcements/AnnouncementsHost.tsx'
import { frameTexts } from '../frame/lang/en.ts'
import { ImportHost } from '../imports/ImportHost.tsx'
import { useUnread } from '../notifications/data/api.ts'
import { Footer } from './Footer.tsx'
import { PanelHost } from './panels/PanelHost.tsx'
import { Sidebar } from './Sidebar.tsx'
import { scrollsIn } from './scrolling.ts'
import './shell.css'

const SidebarDrawer = loadLater(async () => (await import('./SidebarDrawer.tsx')).SidebarDrawer, {
  over: true,
})

interface Props {
  /** The sidebar's content: the conversations, or the administration's pages. */
  navigation: ReactNode
  /** The same navigation at a width of 80, with icons only. */
  miniNavigation: ReactNode
  children: ReactNode
}

/** The layout of all signed-in pages: skip link, sidebar and content. */
export function Shell({ navigation, miniNavigation, children }: Props) {
  const t = frameTexts.useText()
  const large = useLarge()
  const { themeLayout } = useObservable(settings)
  const { drawerOpen } = useObservable(sidebar)
  const { pathname, search } = useLocation()
  const mini = large && themeLayout === 'mini'

  // Closes the drawer when the window crosses the large breakpoint.
  useEffect(() => {
    if (large) closeSidebar()
  }, [large])

  const hasNews = useUnread() > 0
  useEffect(() => sidebar.set({ hasNews }), [hasNews])

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
        <AnnouncementsHost />
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

/** If the document scrolls, a new page starts at its top. Back and forward restore the position. */
function useTopOfPage(pathname: string) {
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per path.
  useLayoutEffect(() => {
    if (type !== 'POP') scrollTo(0, 0)
  }, [pathname])
}

/** ⌘B toggles the sidebar: between full and mini next to the page, and as a drawer on smaller screens. */
function useSidebarKey(large: boolean) {
  // Registered before the first paint, so the key works as soon as the sidebar is visible.
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
