import { SquarePen } from 'lucide-react'
import { useEffect } from 'react'
import { ConversationList } from './ConversationList.tsx'
import { conversationTexts } from './conversationTexts.ts'
import { withControl } from './keyList.ts'
import { useNewChat } from './useNewChat.ts'
import './list.css'

/** The sidebar of the chat area. */
export function ChatNavigation() {
  const t = conversationTexts.useText()
  const newChat = useNewChat()
  useNewChatKey(newChat)
  return (
    <>
      <div className="list-new">
        <button
          type="button"
          className="btn out"
          onClick={() => newChat()}
          aria-keyshortcuts="Control+Shift+O Meta+Shift+O"
        >
          <SquarePen size={16} />
          {t('newChat')}
          <span className="grow" />
          <span className="kbd" aria-hidden="true">
            {withControl('⇧ O')}
          </span>
        </button>
      </div>
      <ConversationList />
    </>
  )
}

/** The same at 80 wide. */
export function ChatMiniNavigation() {
  const t = conversationTexts.useText()
  const newChat = useNewChat()
  useNewChatKey(newChat)
  return (
    <button
      type="button"
      className="ib"
      aria-label={t('newChat')}
      title={t('newChat')}
      onClick={() => newChat()}
    >
      <SquarePen size={18} />
    </button>
  )
}

function useNewChatKey(newChat: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyO' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      newChat()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [newChat])
}
