import { limits } from '@parlance/contract/limits'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { newId } from '../../session/http.ts'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { useNavigateIfHere } from '../../ui/navigate.ts'
import { conversationReadsApi } from './data/api.ts'
import { readPath } from './data/readPaths.ts'
import { conversationReadsTexts } from './lang/en.ts'
import './conversationReads.css'

const { min, max } = limits.readReason

interface Props {
  /** A user, or a visitor by the session. */
  person: { name: string } & ({ userId: string } | { sessionIdentifier: string })
  close: () => void
}

/** Asks for the reason, and says beforehand who will see it. */
export function OpenReadDialog({ person, close }: Props) {
  const { name } = person
  const isVisitor = 'sessionIdentifier' in person
  const t = conversationReadsTexts.useText()
  const navigate = useNavigateIfHere()
  const id = useId()
  const reads = conversationReadsApi.useListReadsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [openUser, ofUser] = conversationReadsApi.useOpenReadMutation()
  const [openVisitor, ofVisitor] = conversationReadsApi.useOpenReadOfVisitorMutation()
  const { isLoading, error } = isVisitor ? ofVisitor : ofUser
  const [text, setText] = useState('')
  const [tried, attempt] = useState(false)
  const intent = useRef({ of: '', key: '' })
  const needsApproval = reads.data?.needsApproval ?? false
  const reason = text.trim()
  const wrong =
    reason.length < min
      ? t('reasonShort', { min })
      : reason.length > max
        ? t('reasonLong', { max })
        : undefined
  const shown = tried ? wrong : undefined
  const minutes = limits.conversationReadMinutes

  async function confirm() {
    attempt(true)
    if (wrong) return
    // One idempotency key per reason, so a retry doesn't open a second one.
    if (intent.current.of !== reason) intent.current = { of: reason, key: newId() }
    const { key } = intent.current
    const { data } = isVisitor
      ? await openVisitor({ sessionIdentifier: person.sessionIdentifier, reason, key })
      : await openUser({ userId: person.userId, reason, key })
    if (!data) return
    // The reason is sent, so leaving the page doesn't ask about it any more.
    flushSync(close)
    await navigate(readPath(data.conversationReadId))
  }

  return (
    <ConfirmDialog
      title={t('askTitle', { name })}
      text={t(needsApproval ? 'askApprovalText' : 'askText', { minutes })}
      button={t(needsApproval ? 'request' : 'start')}
      danger={false}
      wide
      dirty={reason !== ''}
      busy={isLoading}
      error={error ?? reads.error}
      confirm={reads.data && (() => void confirm())}
      close={close}
    >
      <ul className="read-effects" aria-label={t('askEffects')}>
        <li>{isVisitor ? t('visitorNotified') : t('notified', { name })}</li>
        <li>{t('recorded')}</li>
        {needsApproval && <li>{t('approval', { hours: limits.readApprovalHours })}</li>}
      </ul>
      <FieldFrame
        id={id}
        field="reason"
        label={t('reason')}
        hint={isVisitor ? t('visitorReasonHint', { min, max }) : t('reasonHint', { min, max, name })}
        error={shown}
      >
        <textarea
          id={id}
          className="in"
          dir="auto"
          rows={3}
          maxLength={max}
          value={text}
          {...described(id, true, shown)}
          onChange={({ target }) => setText(target.value)}
        />
      </FieldFrame>
    </ConfirmDialog>
  )
}
