import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Ellipsis, EllipsisVertical, Keyboard, ListTree } from 'lucide-react'
import { useRef, useState } from 'react'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
import { conversationTexts } from './conversationTexts.ts'
import { openKeyList } from './keyList.ts'

/** What the header has no room for. On a phone that is the execution details, too. */
export function HeaderMenu({ onDetails }: { onDetails: (() => void) | null }) {
  const t = conversationTexts.useText()
  const small = useMediaQuery('(max-width: 599px)')
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const choose = (act: () => void) => () => {
    setOpen(false)
    act()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ib"
        aria-label={t('more')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {small ? <EllipsisVertical size={20} /> : <Ellipsis size={18} />}
      </button>
      <Menu anchorEl={button.current} open={open} onClose={() => setOpen(false)} aria-label={t('more')}>
        {small && onDetails && (
          <MenuItem onClick={choose(onDetails)}>
            <ListTree size={16} className="flip" />
            {t('executionDetails')}
          </MenuItem>
        )}
        <MenuItem onClick={choose(openKeyList)}>
          <Keyboard size={16} />
          {t('keyList')}
        </MenuItem>
      </Menu>
    </>
  )
}
