import { useLocation } from 'react-router'
import { changeSettings } from '../../theme/settings.ts'
import { openSidebar } from '../../ui/sidebar.ts'
import { useLarge } from '../../ui/useMediaQuery.ts'
import { agentsPath } from '../agentDiscovery/data/agentsPath.ts'
import { useSlashKey } from '../shortcuts/useSlashKey.ts'
import { titleSearch } from './list/titleSearch.ts'
import { useUpdates } from './updates/useUpdates.ts'
import { useNewChat } from './useNewChat.ts'
import { useNewChatKey } from './useNewChatKey.ts'

/** Updates from other windows and the keys of the chat area. They work whether its sidebar is full, mini, or closed. */
export function ChatHost() {
  const large = useLarge()
  const { pathname } = useLocation()
  useUpdates()
  useNewChatKey(useNewChat())
  // The page of all agents has its own search.
  useSlashKey(() => {
    titleSearch.set({ wanted: true })
    if (large) changeSettings({ themeLayout: 'vertical' })
    else openSidebar()
  }, pathname !== agentsPath)
  return null
}
