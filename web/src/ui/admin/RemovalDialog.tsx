import type { FieldError } from '@parlance/contract/errors'
import type { ReactNode } from 'react'
import { toast } from '../toast.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface Props {
  /** The feature's texts for deleting an object. */
  t: (key: 'removeTitle' | 'removeText' | 'removeName' | 'removed', values?: { name: string }) => string
  name: string
  /**
   * Deletes the object and returns the error, if any. Undefined if it can't be deleted; the text explains why.
   */
  remove: (() => PromiseLike<{ error?: unknown }>) | undefined
  isLoading: boolean
  error: unknown
  /** Words a reason that the server gives as a name. */
  reasonOf?: (reason: FieldError) => string
  /** Navigates away after the deletion. */
  removed?: (() => void) | undefined
  close: () => void
  /** What the deletion changes elsewhere. */
  children?: ReactNode
}

/** Confirms the deletion of one object. */
export function RemovalDialog(props: Props) {
  const { t, name, remove, isLoading, error, reasonOf, removed, close, children } = props
  async function confirm() {
    if ((await remove?.())?.error) return
    toast.success(t('removed', { name }))
    close()
    removed?.()
  }
  return (
    <ConfirmDialog
      title={t('removeTitle', { name })}
      text={t('removeText')}
      button={t('removeName', { name })}
      wide={children !== undefined}
      busy={isLoading}
      error={error}
      reasonOf={reasonOf}
      confirm={remove && (() => void confirm())}
      close={close}
    >
      {children}
    </ConfirmDialog>
  )
}
