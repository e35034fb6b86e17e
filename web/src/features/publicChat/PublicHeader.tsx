import { Ellipsis, Menu as MenuIcon, SquarePen, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { uiTexts } from '../../ui/lang/en.ts'
import { loadLater, useLoadAhead } from '../../ui/loadLater.tsx'
import { OnceOpened } from '../../ui/OnceOpened.tsx'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { openSidebar } from '../../ui/sidebar.ts'
import { useLarge } from '../../ui/useMediaQuery.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { AgentPicture } from './AgentPicture.tsx'
import type { PublicPage } from './api.ts'
import { publicChatTexts } from './lang/en.ts'
import type { PublicAddress } from './publicAddress.ts'
import type { Visit } from './session/visit.ts'
import type { PublicChatState } from './usePublicChat.ts'

const PublicMenu = loadLater(async () => (await import('./PublicMenu.tsx')).PublicMenu, { over: true })

interface Props {
  page: PublicPage
  address: PublicAddress
  chat: PublicChatState
  visit: Visit
  /** Closes the panel of the widget around a popup. */
  close: (() => void) | null
}

/** The agent, and the menu of the page. A popup has a compact header in the brand's colors. */
export function PublicHeader({ page, address, chat, visit, close }: Props) {
  const ui = uiTexts.useText()
  const common = conversationTexts.useText()
  const large = useLarge()
  const { agentName, description } = page
  const menu = <MenuButton page={page} address={address} chat={chat} visit={visit} />
  if (address.isPopup) {
    return (
      <header className="public-head">
        <Ornament />
        <div className="grow">
          <p className="public-head-name trunc" dir="auto">
            {agentName}
          </p>
          {description && (
            <p className="s13 trunc" dir="auto">
              {description}
            </p>
          )}
        </div>
        {menu}
        {close && (
          <button type="button" className="ib" aria-label={ui('close')} onClick={close}>
            <X size={20} />
          </button>
        )}
      </header>
    )
  }
  return (
    <header className="bar chat-bar">
      <OpenSidebarButton />
      <span className="agent-button row">
        <AgentPicture page={page} size={28} />
        <span className="agent-title">
          <bdi className="trunc agent-name">{agentName}</bdi>
          {description && <bdi className="trunc s13 m2">{description}</bdi>}
        </span>
      </span>
      <span className="grow" />
      {!large && (
        <button type="button" className="ib" aria-label={common('newChat')} onClick={chat.newChat}>
          <SquarePen size={20} />
        </button>
      )}
      {menu}
    </header>
  )
}

function MenuButton(props: Omit<Props, 'close'>) {
  const t = publicChatTexts.useText()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { isPopup } = props.address
  useLoadAhead(PublicMenu)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ib"
        aria-label={t('menu')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {isPopup ? <MenuIcon size={20} /> : <Ellipsis size={20} />}
      </button>
      <OnceOpened open={open}>
        <PublicMenu
          {...props}
          anchor={button.current}
          open={open}
          close={() => setOpen(false)}
          openChats={openSidebar}
        />
      </OnceOpened>
    </>
  )
}

/** Quarter circles in the brand's colors. */
function Ornament() {
  return (
    <svg className="public-ornament flip" viewBox="0 0 160 80" aria-hidden="true">
      <path d="M40 0v40a40 40 0 0 1-40-40z" fill="var(--p-dark)" />
      <path d="M40 0h40a40 40 0 0 1-40 40z" fill="var(--p-main)" />
      <path d="M120 40h-40a40 40 0 0 1 40-40z" fill="var(--s-main)" />
      <path d="M120 40v-40a40 40 0 0 1 40 40z" fill="var(--p-light)" />
      <path d="M40 80v-40a40 40 0 0 1 40 40z" fill="var(--p-dark)" />
      <path d="M120 40v40a40 40 0 0 1-40-40z" fill="var(--p-main)" />
      <path d="M120 40h40a40 40 0 0 1-40 40z" fill="var(--s-light)" />
    </svg>
  )
}
