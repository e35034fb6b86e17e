import type { ExportFormat } from '@parlance/contract/exportFile'
import { exportFileName } from '@parlance/contract/exportFile'
import { fetchFile } from '../../../api/fetchFile.ts'
import { i18next } from '../../../lang/i18n.ts'
import { errorText } from '../../../ui/errorText.ts'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { useNavigateNow } from '../../../ui/navigate.ts'
import { toast } from '../../../ui/toast.tsx'
import { type Conversation, conversationsApi } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { chatAddress } from '../data/chatAddress.ts'
import { useLeaveConversation } from '../useLeaveConversation.ts'
import { endUndo, offerUndo } from './deletedConversations.ts'

/** Where *Undo* is offered after a deletion: in place of the row, or in a toast if the row may not be visible. */
export type UndoPlace = 'row' | 'toast'

/** Actions for a conversation. Each returns whether it succeeded and shows the error if not. */
export function useConversationActions() {
  const t = conversationTexts.useText()
  const navigate = useNavigateNow()
  const leave = useLeaveConversation()
  const [archiveOne] = conversationsApi.useArchiveConversationMutation()
  const [unArchiveOne] = conversationsApi.useUnArchiveConversationMutation()
  const [removeOne] = conversationsApi.useRemoveConversationMutation()
  const [restoreOne] = conversationsApi.useRestoreConversationMutation()
  const [renameOne] = conversationsApi.useRenameConversationMutation()
  const titleOf = ({ title }: Conversation) => ({ title: title || t('untitled') })

  const restore = async ({ conversationId }: Conversation): Promise<boolean> => {
    if (!(await done(restoreOne({ conversationId })))) return false
    endUndo(conversationId)
    return true
  }

  return {
    async archive(conversation: Conversation) {
      const { conversationId } = conversation
      if (!(await done(archiveOne({ conversationId })))) return
      leave(conversation)
      toast.undoable(t('archivedNow', titleOf(conversation)), {
        label: t('undo'),
        of: `archived ${conversationId}`,
        act: () => void done(unArchiveOne({ conversationId })),
      })
    },
    async unArchive(conversation: Conversation) {
      const { conversationId } = conversation
      if (await done(unArchiveOne({ conversationId })))
        toast.success(t('unarchivedNow', titleOf(conversation)))
    },
    async remove(conversation: Conversation, undoIn: UndoPlace) {
      const { conversationId } = conversation
      if (!(await done(removeOne({ conversationId })))) return
      leave(conversation)
      if (undoIn === 'row') return offerUndo(conversation)
      toast.undoable(t('deletedNow', titleOf(conversation)), {
        label: t('undo'),
        of: `deleted ${conversationId}`,
        act: () => void restore(conversation),
      })
    },
    restore,
    rename: (conversationId: string, title: string): Promise<boolean> =>
      done(renameOne({ conversationId, title })),
    async save({ conversationId, title }: Conversation, format: ExportFormat) {
      const language = i18next.language.startsWith('ar') ? 'ar' : 'en'
      try {
        const file = await fetchFile('conversations.export', { conversationId, format, language })
        saveFile(file, exportFileName(title, format))
      } catch (error) {
        toast.error(errorText(error))
      }
    },
    /** Loads the whole conversation, then opens the browser's print dialog. */
    print({ conversationId, gptSystem }: Conversation) {
      void navigate(chatAddress(gptSystem.gptSystemId, conversationId), { state: { print: Date.now() } })
    },
  }
}

export type ConversationActions = ReturnType<typeof useConversationActions>

async function done(call: { unwrap: () => Promise<unknown> }): Promise<boolean> {
  try {
    await call.unwrap()
    return true
  } catch (error) {
    toast.error(errorText(error))
    return false
  }
}
