import { Compass, SquarePen } from 'lucide-react'
import { Link } from 'react-router'
import { Tooltip } from '../../ui/mui/Tooltip.tsx'
import { agentsPath } from '../agentDiscovery/data/agentsPath.ts'
import { agentDiscoveryTexts } from '../agentDiscovery/lang/en.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useNewChat } from './useNewChat.ts'

/** The sidebar of the chat area at a width of 80. */
export function ChatMiniNavigation() {
  const t = conversationTexts.useText()
  const viewAll = agentDiscoveryTexts.useText()('viewAll')
  const newChat = useNewChat()
  return (
    <>
      <Tooltip title={t('newChat')} placement="right">
        <button type="button" className="ib" aria-label={t('newChat')} onClick={() => newChat()}>
          <SquarePen size={18} />
        </button>
      </Tooltip>
      <Tooltip title={viewAll} placement="right">
        <Link to={agentsPath} className="ib" aria-label={viewAll}>
          <Compass size={18} />
        </Link>
      </Tooltip>
    </>
  )
}
