import { LogOut, Pencil, Trash2, UserCheck, UserRound, UserX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { bulkRemoval } from '../../ui/admin/bulkRemoval.ts'
import type { BulkAction } from '../../ui/admin/listShape.ts'
import type { RowAction } from '../../ui/admin/RowMenu.tsx'
import { errorText } from '../../ui/errorText.ts'
import { useNavigateNow } from '../../ui/navigate.ts'
import { toast } from '../../ui/toast.tsx'
import { type UserRow, usersApi } from './data/api.ts'
import { profilePath, userEditPath } from './data/userPaths.ts'
import { usersTexts } from './lang/en.ts'
import { type Asked, PersonDialog } from './PersonDialog.tsx'
import { useUserRights } from './useUserRights.ts'

/** Returns the actions for a user in the list, and the confirmation dialog for harmful ones. */
export function useUserActions(): { actionsOf: (row: UserRow) => RowAction[]; dialog: ReactNode } {
  const t = usersTexts.useText()
  const navigate = useNavigateNow()
  const { mayRead, mayWrite } = useUserRights()
  const [asked, setAsked] = useState<{ kind: Asked; row: UserRow }>()
  const [setDisabled] = usersApi.useSetDisabledMutation()

  async function enable({ userId, name }: UserRow) {
    const { error } = await setDisabled({ userId, disabled: false })
    if (error) toast.error(errorText(error))
    else toast.success(t('enabledName', { name }))
  }

  const actionsOf = (row: UserRow): RowAction[] => {
    const { userId, disabled } = row
    const ask = (kind: Asked) => () => setAsked({ kind, row })
    return [
      { key: 'profile', label: t('profile'), Icon: UserRound, act: () => void navigate(profilePath(userId)) },
      ...(mayRead
        ? [
            {
              key: 'edit',
              label: mayWrite ? t('edit') : t('view'),
              Icon: Pencil,
              act: () => void navigate(userEditPath(userId)),
            },
          ]
        : []),
      ...(mayWrite
        ? [
            disabled
              ? { key: 'enable', label: t('enable'), Icon: UserCheck, act: () => void enable(row) }
              : { key: 'disable', label: t('disable'), Icon: UserX, act: ask('disable') },
            { key: 'endSessions', label: t('endSessions'), Icon: LogOut, act: ask('endSessions') },
            { key: 'remove', label: t('remove'), Icon: Trash2, danger: true, act: ask('remove') },
          ]
        : []),
    ]
  }
  return {
    actionsOf,
    dialog: asked && <PersonDialog kind={asked.kind} person={asked.row} close={() => setAsked(undefined)} />,
  }
}

/** Returns the actions for several users at once. */
export function useBulkActions(): BulkAction<UserRow>[] {
  const t = usersTexts.useText()
  const { mayWrite } = useUserRights()
  const [setDisabled] = usersApi.useSetDisabledMutation()
  const [remove] = usersApi.useRemoveUserMutation()
  if (!mayWrite) return []
  return [
    {
      key: 'disable',
      label: t('disable'),
      Icon: UserX,
      confirm: ({ length: count }) => ({
        title: t('disableMany', { count }),
        text: t('disableText'),
        button: t('disableManyButton', { count }),
      }),
      run: async ({ userId }) => (await setDisabled({ userId, disabled: true })).error,
    },
    bulkRemoval(t, ({ userId }: UserRow) => remove({ userId })),
  ]
}
