import { Keyboard, Link2, ListTree, UserRoundPlus } from 'lucide-react'
import { Menu, MenuItem } from '../../ui/mui/Menu.tsx'
import type { Conversation, GptSystemCard } from '../chatModel/api.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { type FlagName, useFlags } from '../instance/data/api.ts'
import { EditAgentItem } from '../personalAgents/EditAgentItem.tsx'
import { personalAgentsTexts } from '../personalAgents/lang/en.ts'
import { openKeyList } from '../shortcuts/keyList.ts'
import { snapshotTexts } from '../snapshots/lang/en.ts'
import { RemoveTemporaryItem } from './temporary/RemoveTemporaryItem.tsx'

const snapshotFlag: FlagName = 'AllowConversationSnapshots'

interface Props {
  anchor: HTMLElement | null
  open: boolean
  close: () => void
  onDetails: (() => void) | null
  /** The agent, if the user can chat with it. */
  card: GptSystemCard | null
  /** Opens the sharing dialog of the user's personal agent. */
  share: () => void
  /** Opens the sharing dialog of the conversation. Null before the first question. */
  shareConversation: (() => void) | null
  /** The conversation, if it is temporary. */
  temporary: Conversation | null
}

export function HeaderMenuItems(props: Props) {
  const { anchor, open, close, onDetails, card, share, shareConversation, temporary } = props
  const t = conversationTexts.useText()
  const snapshot = snapshotTexts.useText()
  const flags = useFlags()
  const personal = personalAgentsTexts.useText()
  const choose = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <Menu anchorEl={anchor} open={open} onClose={close} aria-label={t('more')}>
      {onDetails && (
        <MenuItem onClick={choose(onDetails)}>
          <ListTree size={16} className="flip" />
          {t('executionDetails')}
        </MenuItem>
      )}
      {shareConversation && flags.has(snapshotFlag) && (
        <MenuItem onClick={choose(shareConversation)}>
          <Link2 size={16} />
          {snapshot('share')}
        </MenuItem>
      )}
      {card?.mayEdit && <EditAgentItem gptSystemId={card.gptSystemId} close={close} />}
      {card && isOwn(card) && (
        <MenuItem onClick={choose(share)}>
          <UserRoundPlus size={16} />
          {personal('share')}
        </MenuItem>
      )}
      {temporary && <RemoveTemporaryItem conversation={temporary} close={close} />}
      <MenuItem onClick={choose(openKeyList)}>
        <Keyboard size={16} />
        {t('keyList')}
      </MenuItem>
    </Menu>
  )
}

const isOwn = ({ gptSystemType, madeBy }: GptSystemCard) => gptSystemType === 'User' && madeBy === null
