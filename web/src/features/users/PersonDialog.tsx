import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { usersApi } from './data/api.ts'
import { usersTexts } from './lang/en.ts'

export type Asked = 'disable' | 'endSessions' | 'remove'

interface Props {
  kind: Asked
  person: { userId: string; name: string }
  close: () => void
  done?: () => void
}

/** Asks before a user loses access. Names the user and explains the effect. */
export function PersonDialog({ kind, person: { userId, name }, close, done }: Props) {
  const t = usersTexts.useText()
  const [setDisabled, disabling] = usersApi.useSetDisabledMutation()
  const [endSessions, ending] = usersApi.useEndSessionsOfMutation()
  const [remove, removing] = usersApi.useRemoveUserMutation()
  const run: Record<Asked, () => Promise<{ error?: unknown }>> = {
    disable: () => setDisabled({ userId, disabled: true }),
    endSessions: () => endSessions({ userId }),
    remove: () => remove({ userId }),
  }
  const state = { disable: disabling, endSessions: ending, remove: removing }[kind]

  async function confirm() {
    const { error } = await run[kind]()
    if (error) return
    toast.success(t(`${kind}Done`, { name }))
    close()
    done?.()
  }

  return (
    <ConfirmDialog
      title={t(`${kind}Title`, { name })}
      text={t(`${kind}Text`)}
      button={t(`${kind}Name`, { name })}
      busy={state.isLoading}
      error={state.error}
      confirm={() => void confirm()}
      close={close}
    />
  )
}
