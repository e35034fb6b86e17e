import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Check, ChevronsUpDown, LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { chooseLanguage, languageNames, languages } from '../../lang/i18n.ts'
import { auth } from '../../session/auth.ts'
import { logout } from '../../session/session.ts'
import { changeSettings, settings } from '../../theme/settings.ts'
import { closeSidebar } from '../../ui/sidebar.ts'
import { useObservable } from '../../ui/useObservable.ts'
import { currentUserApi } from '../currentUser/api.ts'
import { useActions } from '../currentUser/useActions.ts'
import { initials } from './initials.ts'
import { shellTexts } from './shellTexts.ts'

export function AccountMenu({ mini }: { mini: boolean }) {
  const t = shellTexts.useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { account } = useObservable(auth)
  const { data: me } = currentUserApi.useGetCurrentUserQuery()
  const name = me?.name ?? account?.name ?? ''
  const userName = me?.userName ?? account?.userName ?? ''
  const close = () => setAnchor(null)

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
              <span className="trunc who">
                <bdi>{name}</bdi>
              </span>{' '}
              <span className="small m3 trunc who">
                <bdi>{userName}</bdi>
              </span>
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
        slotProps={{ paper: { sx: { width: 256 } }, list: { 'aria-label': t('account', { name }) } }}
      >
        <li className="account-head" role="presentation">
          <span className="trunc who">
            <bdi>{name}</bdi>
          </span>
          <span className="small m3 trunc who">
            <bdi>{userName}</bdi>
          </span>
        </li>
        {useAreaItems(close)}
        {useLanguageItems()}
        {useModeItems()}
        <MenuItem onClick={() => void logout()} sx={{ mt: '6px' }}>
          <LogOut size={16} className="flip" />
          {t('logout')}
        </MenuItem>
      </Menu>
    </>
  )
}

/** Chat or Management, for those who may manage anything. */
function useAreaItems(close: () => void) {
  const t = shellTexts.useText()
  const { mayManage } = useActions()
  const navigate = useNavigate()
  const inAdmin = useLocation().pathname.startsWith('/admin')
  if (!mayManage) return []
  const go = (path: string) => {
    close()
    closeSidebar()
    void navigate(path)
  }
  return choice(t('area'), [
    { key: 'chat', text: t('chat'), on: !inAdmin, choose: () => go('/chat') },
    { key: 'management', text: t('management'), on: inAdmin, choose: () => go('/admin') },
  ])
}

function useLanguageItems() {
  const t = shellTexts.useText()
  const { i18n } = useTranslation()
  return choice(
    t('language'),
    languages.map((language) => ({
      key: language,
      text: languageNames[language],
      lang: language,
      on: i18n.language === language,
      choose: () => void chooseLanguage(language),
    })),
  )
}

function useModeItems() {
  const t = shellTexts.useText()
  const { themeMode } = useObservable(settings)
  return choice(
    t('appearance'),
    (['light', 'dark'] as const).map((mode) => ({
      key: mode,
      text: t(mode),
      on: themeMode === mode,
      choose: () => changeSettings({ themeMode: mode }),
    })),
  )
}

interface Option {
  key: string
  text: string
  lang?: string
  on: boolean
  choose: () => void
}

function choice(label: string, options: Option[]) {
  return [
    <li key={label} className="account-label" role="presentation">
      {label}
    </li>,
    ...options.map(({ key, text, lang, on, choose }) => (
      <MenuItem key={key} role="menuitemradio" aria-checked={on} lang={lang} onClick={choose}>
        <span className="grow">{text}</span>
        {on && <Check size={16} />}
      </MenuItem>
    )),
  ]
}
