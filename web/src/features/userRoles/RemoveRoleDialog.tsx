import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { type UserRole, userRolesApi } from './api.ts'
import { userRolesTexts } from './userRolesTexts.ts'

interface Props {
  role: UserRole
  close: () => void
  removed?: () => void
}

/** A role that somebody holds is not removed: by whom it is held stands on its page. The server refuses where that is new. */
export function RemoveRoleDialog({ role: { userRoleId, name, users, groups }, close, removed }: Props) {
  const t = userRolesTexts.useText()
  const [remove, { isLoading, error }] = userRolesApi.useRemoveUserRoleMutation()

  async function confirm() {
    const answer = await remove({ userRoleId })
    if (answer.error) return
    toast.success(t('removed', { name }))
    close()
    removed?.()
  }

  return (
    <ConfirmDialog
      title={t('removeTitle', { name })}
      text={t('removeText')}
      button={t('removeName', { name })}
      busy={isLoading}
      error={error}
      confirm={users + groups > 0 ? undefined : () => void confirm()}
      close={close}
    />
  )
}
