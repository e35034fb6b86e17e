import { Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { errorText } from '../../../ui/errorText.ts'
import { MenuItem } from '../../../ui/mui/Menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Conversation, conversationsApi } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/conversationTexts.ts'
import { chatAddress } from '../data/chatAddress.ts'

/** A temporary chat stands in no list from which it could be deleted. */
export function RemoveTemporaryItem({
  conversation,
  close,
}: {
  conversation: Conversation
  close: () => void
}) {
  const t = conversationTexts.useText()
  const navigate = useNavigate()
  const [removeOne] = conversationsApi.useRemoveConversationMutation()
  async function remove() {
    close()
    const { conversationId, gptSystem } = conversation
    try {
      await removeOne({ conversationId }).unwrap()
      await navigate(chatAddress(gptSystem.gptSystemId, null), { replace: true })
      toast.success(t('temporaryDeleted'))
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  return (
    <MenuItem onClick={() => void remove()}>
      <Trash2 size={16} />
      {t('deleteTemporary')}
    </MenuItem>
  )
}
