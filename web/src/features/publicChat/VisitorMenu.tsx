import { type ExportFormat, exportFileName, exportFormats } from '@parlance/contract/exportFile'
import { Download, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fetchFile } from '../../api/fetchFile.ts'
import { i18next } from '../../lang/i18n.ts'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { errorText } from '../../ui/errorText.ts'
import { saveFile } from '../../ui/files/saveFile.ts'
import { Menu, MenuItem } from '../../ui/mui/Menu.tsx'
import { useNavigateNow } from '../../ui/navigate.ts'
import { toast } from '../../ui/toast.tsx'
import type { Conversation } from '../chatModel/api.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { publicChatApi } from './api.ts'
import { useOpenEscalation } from './escalationContext.ts'
import { publicChatTexts } from './lang/en.ts'
import { type PublicAddress, publicAddress, publicAddressOf } from './publicAddress.ts'

interface Props {
  address: PublicAddress
  /** Whether the conversation can be sent to the team behind the page. */
  canEscalate: boolean
  conversation: Conversation
  anchor: HTMLElement | null
  open: boolean
  close: () => void
  rename: () => void
}

/** The menu of a visitor's conversation. A deletion can't be undone, so it asks first. */
export function VisitorMenu({ address, canEscalate, conversation, anchor, open, close, rename }: Props) {
  const t = publicChatTexts.useText()
  const common = conversationTexts.useText()
  const openEscalation = useOpenEscalation()
  const [asks, setAsks] = useState(false)
  const title = conversation.title || common('untitled')
  const choose = (act: () => unknown) => () => {
    close()
    void act()
  }
  return (
    <>
      <Menu anchorEl={anchor} open={open} onClose={close} aria-label={common('options', { title })}>
        <MenuItem onClick={choose(rename)}>
          <Pencil size={16} />
          {common('rename')}
        </MenuItem>
        {exportFormats.map((format) => (
          <MenuItem key={format} onClick={choose(() => save(conversation, format))}>
            <Download size={16} />
            {t(({ txt: 'exportTxt', md: 'exportMd', json: 'exportJson' } as const)[format])}
          </MenuItem>
        ))}
        {canEscalate && (
          <MenuItem onClick={choose(() => openEscalation(conversation.conversationId))}>
            <Send className="flip" size={16} />
            {t('escalate')}
          </MenuItem>
        )}
        <MenuItem onClick={choose(() => setAsks(true))}>
          <Trash2 size={16} />
          {common('delete')}
        </MenuItem>
      </Menu>
      {asks && (
        <DeleteDialog
          address={address}
          conversation={conversation}
          title={title}
          close={() => setAsks(false)}
        />
      )}
    </>
  )
}

interface DeleteProps extends Pick<Props, 'address' | 'conversation' | 'close'> {
  title: string
}

function DeleteDialog({ address, conversation: { conversationId }, title, close }: DeleteProps) {
  const t = publicChatTexts.useText()
  const navigate = useNavigateNow()
  const [remove, { isLoading, error }] = publicChatApi.useRemoveVisitorConversationMutation()
  const confirm = async () => {
    if ((await remove({ conversationId })).error) return
    close()
    toast.success(t('chatDeleted', { title }))
    if (publicAddressOf(location)?.conversationId === conversationId)
      void navigate(publicAddress({ ...address, conversationId: null }), { replace: true })
  }
  return (
    <ConfirmDialog
      title={t('deleteChatTitle', { title })}
      text={t('deleteChatText')}
      button={t('deleteChat')}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    />
  )
}

async function save({ conversationId, title }: Conversation, format: ExportFormat): Promise<void> {
  const language = i18next.language.startsWith('ar') ? 'ar' : 'en'
  try {
    const file = await fetchFile('publicConversations.export', { conversationId, format, language })
    saveFile(file, exportFileName(title, format))
  } catch (error) {
    toast.error(errorText(error))
  }
}
