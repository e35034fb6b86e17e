import Drawer from '@mui/material/Drawer'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { changeSettings, settings } from '../../theme/settings.ts'
import { BusyStrip } from '../../ui/BusyStrip.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { closeSidebar, openSidebar, sidebar } from '../../ui/sidebar.ts'
import { useLarge } from '../../ui/useMediaQuery.ts'
import { useObservable } from '../../ui/useObservable.ts'
import { Initializing } from './Initializing.tsx'
import { Sidebar } from './Sidebar.tsx'
import { shellTexts } from './shellTexts.ts'
import './shell.css'

interface Props {
  /** The sidebar's own content: the conversations, or the administration's pages. */
  navigation: ReactNode
  /** The same at 80 wide: icons only. */
  miniNavigation: ReactNode
  children: ReactNode
}

/** The frame of all signed-in pages: skip link, sidebar, content. */
export function Shell({ navigation, miniNavigation, children }: Props) {
  const t = shellTexts.useText()
  const large = useLarge()
  const { themeLayout } = useObservable(settings)
  const { drawerOpen } = useObservable(sidebar)
  const { pathname, search } = useLocation()
  const mini = large && themeLayout === 'mini'

  // The drawer closes when the screen crosses the large breakpoint.
  useEffect(() => {
    if (large) closeSidebar()
  }, [large])

  useSidebarKey(large)

  return (
    <div className="app" data-sidebar={large ? (mini ? 'mini' : 'full') : 'drawer'}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      {large ? (
        <Sidebar mini={mini}>{mini ? miniNavigation : navigation}</Sidebar>
      ) : (
        <Drawer
          open={drawerOpen}
          onClose={closeSidebar}
          transitionDuration={200}
          className="drawer"
          slotProps={{ paper: { 'aria-label': t('sidebar') } }}
        >
          <Sidebar drawer>{navigation}</Sidebar>
        </Drawer>
      )}
      <main className="main" id="main" tabIndex={-1}>
        <BusyStrip offline={t('offline')} />
        <ErrorBoundary of={`${pathname}${search}`}>{children}</ErrorBoundary>
      </main>
      <Initializing />
    </div>
  )
}

/** ⌘B opens and closes the sidebar: beside the page it turns small, on smaller screens it is a drawer. */
function useSidebarKey(large: boolean) {
  useEffect(() => {
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
