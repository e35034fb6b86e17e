import { Keyboard, ListTree, UserRoundPlus } from 'lucide-react'
import { Menu, MenuItem } from '../../ui/mui/Menu.tsx'
import { EditAgentItem } from '../personalAgents/EditAgentItem.tsx'
import { personalAgentsTexts } from '../personalAgents/personalAgentsTexts.ts'
import type { GptSystemCard } from './api.ts'
import { conversationTexts } from './conversationTexts.ts'
import { openKeyList } from './keyList.ts'

interface Props {
  anchor: HTMLElement | null
  open: boolean
  close: () => void
  onDetails: (() => void) | null
  /** Who answers, where one may chat with it. */
  card: GptSystemCard | null
  /** Opens the sharing of one's own agent. */
  share: () => void
}

export function HeaderMenuItems({ anchor, open, close, onDetails, card, share }: Props) {
  const t = conversationTexts.useText()
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
      {card?.mayEdit && <EditAgentItem gptSystemId={card.gptSystemId} close={close} />}
      {card && isOwn(card) && (
        <MenuItem onClick={choose(share)}>
          <UserRoundPlus size={16} />
          {personal('share')}
        </MenuItem>
      )}
      <MenuItem onClick={choose(openKeyList)}>
        <Keyboard size={16} />
        {t('keyList')}
      </MenuItem>
    </Menu>
  )
}

const isOwn = ({ gptSystemType, madeBy }: GptSystemCard) => gptSystemType === 'User' && madeBy === null
