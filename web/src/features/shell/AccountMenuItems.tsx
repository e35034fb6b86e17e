import {
  Check,
  CircleUser,
  FileUp,
  Info,
  LogOut,
  MessageSquare,
  Route,
  Settings,
  SlidersHorizontal,
} from 'lucide-react'
import { useLocation } from 'react-router'
import { logout } from '../../session/session.ts'
import { Menu, MenuItem } from '../../ui/mui/Menu.tsx'
import { useNavigateNow } from '../../ui/navigate.ts'
import { closeSidebar } from '../../ui/sidebar.ts'
import { agentsPath } from '../agentDiscovery/data/agentsPath.ts'
import { frameTexts } from '../frame/lang/en.ts'
import { useAdminSections } from '../frame/navigation/useAdminSections.ts'
import { openPanel } from '../frame/panels.ts'
import { openImports } from '../openers/importDialog.ts'
import { openTour } from '../openers/openTour.ts'
import { accountPath } from '../users/data/userPaths.ts'
import { AccountNames } from './AccountNames.tsx'
import { useSettingsChanged } from './panels/useSettingsChanged.ts'

interface Props {
  anchor: HTMLElement | null
  open: boolean
  close: () => void
  name: string
  userName: string
}

export function AccountMenuItems({ anchor, open, close, name, userName }: Props) {
  const t = frameTexts.useText()
  const changed = useSettingsChanged()
  const navigate = useNavigateNow()
  const { pathname } = useLocation()
  const showTour = () => {
    close()
    openTour()
    // Only the chat itself has the tour, not the pages below it.
    const inChat = /^\/chat(\/[^/]+)?\/?$/.test(pathname) && pathname !== agentsPath
    if (!inChat) void navigate('/chat')
  }
  const openThe = (panel: 'settings' | 'about') => {
    close()
    openPanel(panel)
  }
  return (
    <Menu
      anchorEl={anchor}
      open={open}
      onClose={close}
      className="account-menu"
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { sx: { width: 256 } },
        list: { 'aria-label': t('account', { name }), 'data-tour-guide': 'account-popover' } as object,
      }}
    >
      <li className="account-head" role="presentation">
        <AccountNames name={name} userName={userName} />
      </li>
      {useAreaItems(close)}
      <MenuItem
        className="account-first"
        onClick={() => {
          close()
          closeSidebar()
          void navigate(accountPath)
        }}
      >
        <CircleUser size={16} />
        {t('ownAccount')}
      </MenuItem>
      <MenuItem onClick={() => openThe('settings')}>
        <Settings size={16} />
        <span className="grow">{t('settings')}</span>
        {changed && <span className="dot" role="img" aria-label={t('settingsChanged')} data-changed />}
      </MenuItem>
      <MenuItem
        onClick={() => {
          close()
          closeSidebar()
          openImports()
        }}
      >
        <FileUp size={16} />
        {t('importConversations')}
      </MenuItem>
      <MenuItem onClick={showTour}>
        <Route size={16} className="flip" />
        {t('quickStart')}
      </MenuItem>
      <MenuItem onClick={() => openThe('about')}>
        <Info size={16} />
        {t('about')}
      </MenuItem>
      <MenuItem onClick={() => void logout()}>
        <LogOut size={16} className="flip" />
        {t('logout')}
      </MenuItem>
    </Menu>
  )
}

/**
 * Chat or Management. Management is for users who can manage anything, and opens the first page they can see.
 */
function useAreaItems(close: () => void) {
  const t = frameTexts.useText()
  const { mayManage, firstPath } = useAdminSections()
  const navigate = useNavigateNow()
  const inAdmin = useLocation().pathname.startsWith('/admin')
  if (!mayManage) return []
  const areas = [
    { text: t('chat'), path: '/chat', on: !inAdmin, Icon: MessageSquare },
    { text: t('management'), path: firstPath, on: inAdmin, Icon: SlidersHorizontal },
  ]
  return areas.map(({ text, path, on, Icon }) => (
    <MenuItem
      key={text}
      role="menuitemradio"
      aria-checked={on}
      onClick={() => {
        close()
        closeSidebar()
        void navigate(path)
      }}
    >
      <Icon size={16} />
      <span className="grow">{text}</span>
      {on && <Check size={16} />}
    </MenuItem>
  ))
}
