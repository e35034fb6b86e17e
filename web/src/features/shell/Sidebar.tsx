import { PanelLeft, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { changeSettings } from '../../theme/settings.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { closeSidebar } from '../../ui/sidebar.ts'
import { frameTexts } from '../frame/lang/en.ts'
import { useProductName } from '../frame/useProductName.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { LogoLink } from './LogoLink.tsx'
import { NotificationBell } from './NotificationBell.tsx'

export function Sidebar(props: { mini?: boolean; drawer?: boolean; children: ReactNode }) {
  const { mini = false, drawer = false, children } = props
  const t = frameTexts.useText()
  const name = useProductName()
  return (
    <aside className={mini ? 'side mini' : 'side'} aria-label={t('sidebar')}>
      <div className="top">
        <div className="row">
          <LogoLink to="/chat" name={name}>
            <Logo place="navigation" />
            {!mini && <span className="trunc">{name}</span>}
          </LogoLink>
          <NotificationBell />
          {drawer ? (
            <button type="button" className="ib" aria-label={t('closeSidebar')} onClick={closeSidebar}>
              <X size={20} />
            </button>
          ) : (
            <button
              type="button"
              className="ib"
              aria-label={mini ? t('expand') : t('minimize')}
              aria-expanded={!mini}
              data-tour-guide="sidebar-size"
              onClick={() => changeSettings({ themeLayout: mini ? 'vertical' : 'mini' })}
            >
              <PanelLeft size={18} className="flip" />
            </button>
          )}
        </div>
      </div>
      <div className="slot">
        {/* Prevents navigation that fails to load from taking the page and the account menu down with it. */}
        <ErrorBoundary component="sidebar">{children}</ErrorBoundary>
      </div>
      <div className="foot">
        <AccountMenu mini={mini} />
      </div>
    </aside>
  )
}
