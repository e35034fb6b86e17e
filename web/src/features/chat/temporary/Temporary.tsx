import { limits } from '@parlance/contract/limits'
import { MessageCircleDashed } from 'lucide-react'
import { formatNumber } from '../../../lang/format.ts'
import { useNavigateNow } from '../../../ui/navigate.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { type ChatAddressState, chatAddress } from '../data/chatAddress.ts'
import { focusComposer } from '../data/focusComposer.ts'
import type { ChatPageState } from '../useChatPage.ts'

/** Switches an empty chat between stored and temporary. Marks a chat that is temporary. */
export function TemporaryButton({ page }: { page: ChatPageState }) {
  const t = conversationTexts.useText()
  const navigate = useNavigateNow()
  const { address, agent, temporary } = page
  if (address.conversationId !== null || page.shown.length > 0) {
    return (
      temporary && (
        <span className="chip" title={t('temporaryNote', { hours: formatNumber(limits.temporaryChatHours) })}>
          <MessageCircleDashed size={14} />
          {t('temporary')}
        </span>
      )
    )
  }
  if (!agent.current) return null
  const toggle = async () => {
    const state: ChatAddressState = { temporary: !temporary }
    await navigate(chatAddress(address.entryGptSystemId, null), { replace: true, state })
    focusComposer()
  }
  return (
    <button
      type="button"
      className={`ib${temporary ? ' on' : ''}`}
      aria-label={t('temporaryChat')}
      aria-pressed={temporary}
      title={t('temporaryChat')}
      onClick={() => void toggle()}
    >
      <MessageCircleDashed size={18} />
    </button>
  )
}

/** Explains temporary chats before the first question. */
export function TemporaryNote() {
  const t = conversationTexts.useText()
  return (
    <p className="strip info" role="status">
      <MessageCircleDashed size={16} />
      {t('temporaryNote', { hours: formatNumber(limits.temporaryChatHours) })}
    </p>
  )
}
