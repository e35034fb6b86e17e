import { limits } from '@parlance/contract/limits'
import { useId, useState } from 'react'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { useAgentName } from '../../../ui/agentName.ts'
import type { UnansweredQuestion } from '../data/unansweredApi.ts'
import { analyticsTexts } from '../lang/en.ts'
import { useChanges } from './useChanges.ts'

interface Props {
  question: UnansweredQuestion
  close: () => void
}

/** Requests a document that answers a question. */
export function RequestDialog({ question, close }: Props) {
  const t = analyticsTexts.useText()
  const nameOf = useAgentName()
  const id = useId()
  // Taken once, so that another version that is loaded meanwhile is a conflict.
  const [opened] = useState(question)
  const [note, setNote] = useState('')
  const { request, requesting } = useChanges()

  async function confirm() {
    if (await request(opened, note.trim())) close()
  }

  return (
    <ConfirmDialog
      title={t('requestTitle')}
      text={t('requestText', { agent: nameOf(opened.agentName) })}
      button={t('requestButton')}
      danger={false}
      wide
      dirty={note !== ''}
      busy={requesting.isLoading}
      error={requesting.error}
      confirm={() => void confirm()}
      close={close}
    >
      <p className="requested-question wrap" dir="auto">
        {opened.question}
      </p>
      <FieldFrame id={id} field="note" label={t('note')} hint={t('noteHint', { max: limits.requestNote })}>
        <textarea
          id={id}
          className="in"
          dir="auto"
          rows={3}
          maxLength={limits.requestNote}
          value={note}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setNote(target.value)}
        />
      </FieldFrame>
    </ConfirmDialog>
  )
}
