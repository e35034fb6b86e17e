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
const ImageGallery = loadLater(
  async () => (await import('../../thread/generatedImages/ImageGallery.tsx')).ImageGallery,
  { over: true },
)
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
  /** Whether answers of the conversation have images. */
  hasImages: boolean
}

/** Menu for actions that don't fit in the header. On a phone it includes the execution details. */
export function HeaderMenu({ onDetails, onGuidelines, card, conversation, hasImages }: Props) {
  const t = conversationTexts.useText()
  const small = useMediaQuery('(max-width: 599px)')
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [sharing, setSharing] = useState(false)
  const [gallery, setGallery] = useState(false)
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
          images={hasImages ? () => setGallery(true) : null}
        />
      </OnceOpened>
      {conversation && gallery && (
        <Suspense>
          <ImageGallery conversationId={conversation.conversationId} close={() => setGallery(false)} />
        </Suspense>
      )}
      {card && sharing && (
        <Suspense>
          <ShareDialog agent={card} close={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  )
}
