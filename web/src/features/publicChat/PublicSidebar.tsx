import { SquarePen, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { loadLater } from '../../ui/loadLater.tsx'
import { OnceOpened } from '../../ui/OnceOpened.tsx'
import { closeSidebar, sidebar } from '../../ui/sidebar.ts'
import { useLarge } from '../../ui/useMediaQuery.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { LogoLink } from '../shell/LogoLink.tsx'
import type { PublicPage } from './api.ts'
import { publicChatTexts } from './lang/en.ts'
import { useBrandProduct } from './productTitle.ts'
import type { PublicAddress } from './publicAddress.ts'
import type { PublicChatState } from './usePublicChat.ts'
import { VisitorConversations } from './VisitorConversations.tsx'
import '../chat/list/list.css'

const PublicDrawer = loadLater(async () => (await import('./PublicDrawer.tsx')).PublicDrawer, { over: true })

interface Props {
  page: PublicPage
  address: PublicAddress
  chat: PublicChatState
}

/** The visitor's conversations, beside the chat, or as a drawer in popups and if there is no room. */
export function PublicSidebar({ page, address, chat }: Props) {
  const large = useLarge()
  const { drawerOpen } = useObservable(sidebar)
  const isBeside = large && !address.isPopup
  useEffect(() => {
    if (isBeside) closeSidebar()
  }, [isBeside])
  const list = (
    <Chats newChat={chat.newChat} isDrawer={!isBeside}>
      <VisitorConversations
        address={address}
        canEscalate={page.canEscalate}
        sessionIdentifier={chat.sessionIdentifier}
      />
    </Chats>
  )
  if (isBeside) return list
  return (
    <OnceOpened open={drawerOpen}>
      <PublicDrawer open={drawerOpen}>{list}</PublicDrawer>
    </OnceOpened>
  )
}

function Chats(props: { newChat: () => void; isDrawer: boolean; children: ReactNode }) {
  const { newChat, isDrawer, children } = props
  const t = publicChatTexts.useText()
  const common = conversationTexts.useText()
  const name = useBrandProduct()
  return (
    <aside className="side" aria-label={t('sidebar')}>
      <div className="top">
        <div className="row">
          <LogoLink name={name}>
            <Logo place="navigation" />
            <span className="trunc">{name}</span>
          </LogoLink>
          {isDrawer && (
            <button type="button" className="ib" aria-label={t('closeSidebar')} onClick={closeSidebar}>
              <X size={20} />
            </button>
          )}
        </div>
      </div>
      <div className="slot">
        <ErrorBoundary component="sidebar">
          <div className="list-new">
            <button type="button" className="btn out" onClick={newChat}>
              <SquarePen size={16} />
              {common('newChat')}
            </button>
          </div>
          <div className="list-head">
            <h2 className="list-tab">{t('chats')}</h2>
          </div>
          <div className="list-panel">{children}</div>
        </ErrorBoundary>
      </div>
    </aside>
  )
}
