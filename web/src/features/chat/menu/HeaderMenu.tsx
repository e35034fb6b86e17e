import { Ellipsis, EllipsisVertical } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { loadLater, useLoadAhead } from '../../../ui/loadLater.tsx'
import { OnceOpened } from '../../../ui/OnceOpened.tsx'
import { useMediaQuery } from '../../../ui/useMediaQuery.ts'
import type { Conversation, GptSystemCard } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'

const HeaderMenuItems = loadLater(async () => (await import('./HeaderMenuItems.tsx')).HeaderMenuItems, {
  over: true,
})
const ShareDialog = loadLater(
  async () => (await import('../../personalAgents/sharing/ShareDialog.tsx')).ShareDialog,
  { over: true },
)

interface Props {
  onDetails: (() => void) | null
  onGuidelines: (() => void) | null
  /** The agent, if the user can chat with it. */
  card: GptSystemCard | null
  /** The open conversation, once it is loaded. */
  conversation: Conversation | null
}

/** Menu for actions that don't fit in the header. On a phone it includes the execution details. */
export function HeaderMenu({ onDetails, onGuidelines, card, conversation }: Props) {
  const t = conversationTexts.useText()
  const small = useMediaQuery('(max-width: 599px)')
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [sharing, setSharing] = useState(false)
  useLoadAhead(HeaderMenuItems)
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
      <OnceOpened open={open}>
        <HeaderMenuItems
          anchor={button.current}
          open={open}
          close={() => setOpen(false)}
          onDetails={small ? onDetails : null}
          onGuidelines={onGuidelines}
          card={card}
          share={() => setSharing(true)}
          conversation={conversation}
        />
      </OnceOpened>
      {card && sharing && (
        <Suspense>
          <ShareDialog agent={card} close={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  )
}
