import { limits } from '@parlance/contract/limits'
import i18next from 'i18next'
import { useId, useRef, useState } from 'react'
import { newId } from '../../session/http.ts'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { SelectField } from '../../ui/admin/fields/SelectField.tsx'
import { toast } from '../../ui/toast.tsx'
import { useActions } from '../currentUser/data/useActions.ts'
import { personalDataApi } from './data/api.ts'
import { personalDataTexts } from './lang/en.ts'
import './personalData.css'

const { min, max } = limits.readReason

interface Props {
  person: { userId: string; name: string }
  needsApproval: boolean
  close: () => void
}

/** Asks for the reason, and says beforehand who will see it and who can download the export. */
export function RequestExportDialog({ person: { userId, name }, needsApproval, close }: Props) {
  const t = personalDataTexts.useText()
  const id = useId()
  const { held } = useActions()
  const [create, { isLoading, error }] = personalDataApi.useCreateDataExportMutation()
  const [text, setText] = useState('')
  const [language, choose] = useState<'en' | 'ar'>(i18next.language === 'ar' ? 'ar' : 'en')
  const [tried, attempt] = useState(false)
  const intent = useRef({ of: '', key: '' })
  const reason = text.trim()
  const wrong =
    reason.length < min
      ? t('reasonShort', { min })
      : reason.length > max
        ? t('reasonLong', { max })
        : undefined
  const shown = tried ? wrong : undefined

  async function confirm() {
    attempt(true)
    if (wrong) return
    // One idempotency key per request, so a retry doesn't start a second export.
    const of = `${language} ${reason}`
    if (intent.current.of !== of) intent.current = { of, key: newId() }
    if ((await create({ userId, reason, language, key: intent.current.key })).error) return
    toast.success(t('requested'))
    close()
  }

  return (
    <ConfirmDialog
      title={t('requestTitle', { name })}
      text={t('requestText')}
      button={t('request')}
      danger={false}
      wide
      dirty={reason !== ''}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      <ul className="data-effects" aria-label={t('requestEffects')}>
        <li>{t('notified', { name })}</li>
        <li>{t('recorded')}</li>
        {!held.has('UserConversationsRead') && <li>{t('needsReading')}</li>}
        {needsApproval && <li>{t('needsApproval')}</li>}
      </ul>
      <FieldFrame
        id={id}
        field="reason"
        label={t('reason')}
        hint={t('reasonHint', { min, max, name })}
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
      <SelectField
        field="language"
        label={t('language')}
        hint={t('languageHint')}
        value={language}
        options={[
          { key: 'en', label: 'English' },
          { key: 'ar', label: 'العربية' },
        ]}
        change={(key) => choose(key === 'ar' ? 'ar' : 'en')}
      />
    </ConfirmDialog>
  )
}
