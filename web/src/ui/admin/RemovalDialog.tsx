import type { ReactNode } from 'react'
import { toast } from '../toast.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface Props {
  /** The feature's texts of a removal. */
  t: (key: 'removeTitle' | 'removeText' | 'removeName' | 'removed', values?: { name: string }) => string
  name: string
  /** Removes it, and answers what went wrong, if anything. None where it cannot be removed; the text says why. */
  remove: (() => PromiseLike<{ error?: unknown }>) | undefined
  isLoading: boolean
  error: unknown
  /** Where one goes once it is gone. */
  removed?: (() => void) | undefined
  close: () => void
  /** What the removal changes elsewhere. */
  children?: ReactNode
}

/** Asked before one thing is removed for good. */
export function RemovalDialog({ t, name, remove, isLoading, error, removed, close, children }: Props) {
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
      confirm={remove && (() => void confirm())}
      close={close}
    >
      {children}
    </ConfirmDialog>
  )
}
