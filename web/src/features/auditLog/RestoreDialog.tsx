import { limits } from '@parlance/contract/limits'
import { useId, useState } from 'react'
import { problemOf } from '../../transport/apiError.ts'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { Difference } from '../../ui/admin/difference/Difference.tsx'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { toast } from '../../ui/toast.tsx'
import { auditLogApi, type Entry } from './data/api.ts'
import { auditLogTexts } from './lang/en.ts'

/** Shows what restoring would change now, and asks for a reason. */
export function RestoreDialog({ entry, name, close }: { entry: Entry; name: string; close: () => void }) {
  const t = auditLogTexts.useText()
  const [restore, { isLoading, error }] = auditLogApi.useRestoreAuditEntryMutation()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const id = useId()
  const { changes, leftOut, laterChanges } = entry.restore
  const problem = tried && reason.trim() === '' ? t('reasonMissing') : undefined

  async function confirm() {
    setTried(true)
    if (reason.trim() === '') return document.getElementById(id)?.focus()
    const { auditEntryId, version } = entry
    const answer = await restore({ auditEntryId, version, reason: reason.trim() })
    if (answer.error) return
    toast.success(t('restored', { name }))
    close()
  }

  return (
    <ConfirmDialog
      title={t('restoreTitle', { name })}
      text={laterChanges > 0 ? t('restoreLater', { count: laterChanges }) : t('restoreText')}
      button={t('restoreNow')}
      danger={false}
      wide
      dirty={reason.trim() !== ''}
      busy={isLoading}
      error={problemOf(error)?.code === 'request.stale' ? undefined : error}
      confirm={() => void confirm()}
      close={close}
    >
      {problemOf(error)?.code === 'request.stale' && (
        <p className="strip w" role="alert">
          {t('stale')}
        </p>
      )}
      <div className="audit-preview">
        <Difference changes={changes} />
      </div>
      {leftOut.length > 0 && (
        <p className="s13 m2">
          {t('leftOut')}{' '}
          <bdi className="mono wrap" dir="ltr">
            {leftOut.join(', ')}
          </bdi>
        </p>
      )}
      <FieldFrame id={id} label={t('reason')} error={problem} field="reason">
        <textarea
          id={id}
          className="in"
          rows={2}
          dir="auto"
          maxLength={limits.auditReason}
          value={reason}
          {...described(id, undefined, problem)}
          onChange={(event) => setReason(event.target.value)}
        />
      </FieldFrame>
    </ConfirmDialog>
  )
}
