import { Compass, SquarePen } from 'lucide-react'
import { Link } from 'react-router'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { conversationTexts } from './conversationTexts.ts'
import { useNewChat } from './useNewChat.ts'
import { useNewChatKey } from './useNewChatKey.ts'

/** The sidebar of the chat area at 80 wide. */
export function ChatMiniNavigation() {
  const t = conversationTexts.useText()
  const newChat = useNewChat()
  useNewChatKey(newChat)
  return (
    <>
      <Tooltip title={t('newChat')} placement="right">
        <button type="button" className="ib" aria-label={t('newChat')} onClick={() => newChat()}>
          <SquarePen size={18} />
        </button>
      </Tooltip>
      <Tooltip title={t('viewAllAgents')} placement="right">
        <Link to="/chat/agents" className="ib" aria-label={t('viewAllAgents')}>
          <Compass size={18} />
        </Link>
      </Tooltip>
    </>
  )
}
