import {
  BookOpenCheck,
  BookOpenText,
  ExternalLink,
  Globe,
  History,
  LifeBuoy,
  Moon,
  Send,
  Shield,
  SquarePen,
  Sun,
  Trash2,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useObservable } from '../../base/useObservable.ts'
import { chooseLanguage, languageNames, languages } from '../../lang/i18n.ts'
import { changeSettings, shownMode } from '../../theme/settings.ts'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { Menu, MenuItem } from '../../ui/mui/Menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { guidelinesConsentTexts } from '../guidelinesConsent/lang/en.ts'
import { type PublicPage, publicChatApi } from './api.ts'
import { useOpenEscalation } from './escalationContext.ts'
import { isFramed } from './framed.ts'
import { publicChatTexts } from './lang/en.ts'
import { type PublicAddress, publicAddress } from './publicAddress.ts'
import { ReadsDialog } from './ReadsDialog.tsx'
import type { Visit } from './session/visit.ts'
import { TakeAlongDialog } from './TakeAlongDialog.tsx'
import type { PublicChatState } from './usePublicChat.ts'
import { useTakeAlong } from './useTakeAlong.ts'

interface Props {
  page: PublicPage
  address: PublicAddress
  chat: PublicChatState
  visit: Visit
  anchor: HTMLElement | null
  open: boolean
  close: () => void
  openChats: () => void
}

/** What visitors can do besides asking. A popup also has here what the sidebar shows elsewhere. */
export function PublicMenu({ page, address, chat, visit, anchor, open, close, openChats }: Props) {
  const t = publicChatTexts.useText()
  const common = conversationTexts.useText()
  const guidelines = guidelinesConsentTexts.useText()
  const openEscalation = useOpenEscalation()
  const { i18n } = useTranslation()
  const { mode } = useObservable(shownMode)
  const { sessionIdentifier } = useObservable(visit.state)
  const [asks, setAsks] = useState(false)
  const [asksReads, setAsksReads] = useState(false)
  const takeAlong = useTakeAlong(visit, open)
  const { contact, privacyUrl, canEscalate } = page
  const { conversationId } = chat.address
  const choose = (act: () => unknown) => () => {
    close()
    void act()
  }
  const link = (href: string) => ({
    component: 'a' as const,
    href,
    target: '_blank',
    rel: 'noopener noreferrer',
    onClick: close,
  })
  const isDark = mode === 'dark'
  return (
    <>
      <Menu anchorEl={anchor} open={open} onClose={close} aria-label={t('menu')}>
        {address.isPopup && [
          <MenuItem key="new" onClick={choose(chat.newChat)}>
            <SquarePen size={16} />
            {common('newChat')}
          </MenuItem>,
          <MenuItem key="chats" onClick={choose(openChats)}>
            <History size={16} />
            {t('chats')}
          </MenuItem>,
        ]}
        {isFramed() && (
          <MenuItem
            {...link(
              publicAddress({ ...address, isPopup: false, conversationId: chat.address.conversationId }),
            )}
          >
            <ExternalLink size={16} />
            {t('openTab')}
          </MenuItem>
        )}
        {languages
          .filter((language) => language !== i18n.language)
          .map((language) => (
            <MenuItem key={language} lang={language} onClick={choose(() => chooseLanguage(language))}>
              <Globe size={16} />
              {languageNames[language]}
            </MenuItem>
          ))}
        <MenuItem onClick={choose(() => changeSettings({ themeMode: isDark ? 'light' : 'dark' }))}>
          {isDark ? <Sun size={16} /> : <Moon size={16} />}
          {t(isDark ? 'lightMode' : 'darkMode')}
        </MenuItem>
        {canEscalate && conversationId && (
          <MenuItem onClick={choose(() => openEscalation(conversationId))}>
            <Send className="flip" size={16} />
            {t('escalate')}
          </MenuItem>
        )}
        {chat.guidelines.any && (
          <MenuItem onClick={choose(chat.guidelines.open)}>
            <BookOpenCheck size={16} />
            {guidelines('title')}
          </MenuItem>
        )}
        {chat.hasReads && (
          <MenuItem onClick={choose(() => setAsksReads(true))}>
            <BookOpenText size={16} />
            {t('reads')}
          </MenuItem>
        )}
        {contact && (
          <MenuItem {...link(contact.url)}>
            <LifeBuoy size={16} />
            <span dir="auto">{contact.label}</span>
          </MenuItem>
        )}
        {privacyUrl && (
          <MenuItem {...link(privacyUrl)}>
            <Shield size={16} />
            {t('privacy')}
          </MenuItem>
        )}
        {takeAlong.isOffered && (
          <MenuItem onClick={choose(takeAlong.start)}>
            <UserPlus size={16} />
            {t('takeAlong')}
          </MenuItem>
        )}
        {sessionIdentifier !== null && (
          <MenuItem onClick={choose(() => setAsks(true))}>
            <Trash2 size={16} />
            {t('deleteData')}
          </MenuItem>
        )}
      </Menu>
      {takeAlong.asks && sessionIdentifier !== null && (
        <TakeAlongDialog sessionIdentifier={sessionIdentifier} close={takeAlong.close} />
      )}
      {asksReads && sessionIdentifier !== null && (
        <ReadsDialog sessionIdentifier={sessionIdentifier} close={() => setAsksReads(false)} />
      )}
      {asks && <DeleteDataDialog visit={visit} chat={chat} close={() => setAsks(false)} />}
    </>
  )
}

function DeleteDataDialog({ visit, chat, close }: Pick<Props, 'visit' | 'chat' | 'close'>) {
  const t = publicChatTexts.useText()
  const [remove, { isLoading, error }] = publicChatApi.useRemoveVisitorDataMutation()
  const confirm = async () => {
    // An answer that is still running would ask for a conversation that is gone.
    chat.stream.leave()
    if ((await remove(visit)).error) return
    close()
    chat.startOver()
    toast.success(t('dataDeleted'))
  }
  return (
    <ConfirmDialog
      title={t('deleteDataTitle')}
      text={t('deleteDataText')}
      button={t('deleteData')}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    />
  )
}
