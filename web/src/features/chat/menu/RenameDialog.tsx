import { limits } from '@parlance/contract/limits'
import { useId, useState } from 'react'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { SaveError } from '../../../ui/admin/SaveError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { useGuardedClose } from '../../../ui/leaveGuard.ts'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import { type Conversation, conversationsApi } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import '../../../ui/admin/edit.css'

interface Props {
  conversation: Conversation
  close: () => void
}

/** Renames a conversation where its row may not be visible. */
export function RenameDialog({ conversation, close }: Props) {
  const t = conversationTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const { conversationId, title } = conversation
  const [value, setValue] = useState(title)
  const [tried, setTried] = useState(false)
  const [rename, { isLoading, error }] = conversationsApi.useRenameConversationMutation()
  const { guardedClose } = useGuardedClose(value !== title, close)
  const wanted = value.trim()
  const fault =
    wanted === ''
      ? t('titleRequired')
      : wanted.length > limits.conversationTitle
        ? t('titleTooLong', { max: limits.conversationTitle })
        : undefined

  async function save() {
    setTried(true)
    if (fault || isLoading) return
    if (wanted === title || !(await rename({ conversationId, title: wanted })).error) close()
  }

  return (
    <Dialog open onClose={() => !isLoading && guardedClose()} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form
        className="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <h2 className="h3" id={id}>
          {t('renameTitle')}
        </h2>
        <SaveError error={error} />
        <TextField
          field="title"
          label={t('titleField')}
          value={value}
          change={setValue}
          error={tried ? fault : undefined}
          autoFocus
        />
        <div className="row actions">
          <button
            type="button"
            className="btn ghost"
            aria-disabled={isLoading}
            onClick={() => !isLoading && close()}
          >
            {common('cancel')}
          </button>
          <button type="submit" className="btn pri" aria-disabled={isLoading}>
            {t('rename')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
