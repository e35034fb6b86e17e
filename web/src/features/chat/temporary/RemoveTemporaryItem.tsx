import { Trash2 } from 'lucide-react'
import { errorText } from '../../../ui/errorText.ts'
import { MenuItem } from '../../../ui/mui/Menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Conversation, conversationsApi } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { useLeaveConversation } from '../useLeaveConversation.ts'

/** Deletes a temporary chat, because it appears in no list from which it could be deleted. */
export function RemoveTemporaryItem({
  conversation,
  close,
}: {
  conversation: Conversation
  close: () => void
}) {
  const t = conversationTexts.useText()
  const leave = useLeaveConversation()
  const [removeOne] = conversationsApi.useRemoveConversationMutation()
  async function remove() {
    close()
    const { conversationId } = conversation
    try {
      await removeOne({ conversationId }).unwrap()
      leave(conversation)
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
