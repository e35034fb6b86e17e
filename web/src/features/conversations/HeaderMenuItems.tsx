import { Keyboard, ListTree } from 'lucide-react'
import { Menu, MenuItem } from '../../ui/mui/Menu.tsx'
import { EditAgentItem } from '../personalAgents/EditAgentItem.tsx'
import { conversationTexts } from './conversationTexts.ts'
import { openKeyList } from './keyList.ts'

interface Props {
  anchor: HTMLElement | null
  open: boolean
  close: () => void
  onDetails: (() => void) | null
  /** One's own agent, which one may edit; null where another one answers. */
  ownAgentId: string | null
}

export function HeaderMenuItems({ anchor, open, close, onDetails, ownAgentId }: Props) {
  const t = conversationTexts.useText()
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
      {ownAgentId && <EditAgentItem gptSystemId={ownAgentId} close={close} />}
      <MenuItem onClick={choose(openKeyList)}>
        <Keyboard size={16} />
        {t('keyList')}
      </MenuItem>
    </Menu>
  )
}
