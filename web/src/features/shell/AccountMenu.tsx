import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import {
  Check,
  ChevronsUpDown,
  CircleUser,
  Info,
  LogOut,
  MessageSquare,
  Settings,
  SlidersHorizontal,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { auth } from '../../session/auth.ts'
import { logout } from '../../session/session.ts'
import { initials } from '../../ui/initials.ts'
import { closeSidebar } from '../../ui/sidebar.ts'
import { useObservable } from '../../ui/useObservable.ts'
import { currentUserApi } from '../currentUser/api.ts'
import { accountPath } from '../users/userPaths.ts'
import { useAdminSections } from './navigation/useAdminSections.ts'
import { openPanel } from './panels/panels.ts'
import { useSettingsChanged } from './panels/useSettingsChanged.ts'
import { shellTexts } from './shellTexts.ts'

export function AccountMenu({ mini }: { mini: boolean }) {
  const t = shellTexts.useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { account } = useObservable(auth)
  const { data: me } = currentUserApi.useGetCurrentUserQuery()
  const changed = useSettingsChanged()
  const name = me?.name ?? account?.name ?? ''
  const userName = me?.userName ?? account?.userName ?? ''
  const navigate = useNavigate()
  const close = () => setAnchor(null)
  const open = (panel: 'settings' | 'about') => {
    close()
    openPanel(panel)
  }

  return (
    <>
      <button
        type="button"
        className="me"
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        // All that one reads on the button is in its name, for those who speak to it.
        aria-label={`${t('account', { name })} ${userName}`}
        data-tour-guide="user-name-menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="pers" aria-hidden="true" data-initials={initials(name)} />
        {!mini && (
          <>
            <span className="grow">
              <Names name={name} userName={userName} />
            </span>
            <ChevronsUpDown size={16} className="m3" />
          </>
        )}
      </button>
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
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
          <Names name={name} userName={userName} />
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
        <MenuItem onClick={() => open('settings')}>
          <Settings size={16} />
          <span className="grow">{t('settings')}</span>
          {changed && <span className="dot" role="img" aria-label={t('settingsChanged')} data-changed />}
        </MenuItem>
        <MenuItem onClick={() => open('about')}>
          <Info size={16} />
          {t('about')}
        </MenuItem>
        <MenuItem onClick={() => void logout()}>
          <LogOut size={16} className="flip" />
          {t('logout')}
        </MenuItem>
      </Menu>
    </>
  )
}

function Names({ name, userName }: { name: string; userName: string }): ReactNode {
  return (
    <>
      <span className="trunc who">
        <bdi>{name}</bdi>
      </span>{' '}
      <span className="small m3 trunc who">
        <bdi>{userName}</bdi>
      </span>
    </>
  )
}

/** Chat or Management, for those who may manage anything: Management begins with the first page they may see. */
function useAreaItems(close: () => void) {
  const t = shellTexts.useText()
  const { mayManage, firstPath } = useAdminSections()
  const navigate = useNavigate()
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
