// notistack adds its styles on import and reads the nonce from there.
import '../base/nonce.ts'
import { client } from '@parlance/contract/limits'
import { CircleAlert, CircleCheck, Undo2, X } from 'lucide-react'
import {
  type CustomContentProps,
  closeSnackbar,
  enqueueSnackbar,
  SnackbarContent,
  SnackbarProvider,
} from 'notistack'
import { forwardRef, type ReactNode } from 'react'
import './toast.css'
import { uiTexts } from './lang/en.ts'

const Toast = forwardRef<HTMLDivElement, CustomContentProps>(({ id, message, variant, action }, ref) => {
  const t = uiTexts.useText()
  const Icon = variant === 'error' ? CircleAlert : CircleCheck
  return (
    <SnackbarContent
      ref={ref}
      role={variant === 'error' ? 'alert' : 'status'}
      className="pop toast"
      data-variant={variant}
    >
      <Icon size={16} />
      <span className="grow">{message}</span>
      {typeof action === 'function' ? action(id) : action}
      <button type="button" className="ib sm" aria-label={t('close')} onClick={() => closeSnackbar(id)}>
        <X size={16} />
      </button>
    </SnackbarContent>
  )
})

/**
 * Shows at most five toasts at once, without duplicates, at the bottom right: for three seconds, or ten if they offer to
 * undo something.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <SnackbarProvider
      maxSnack={client.toasts}
      preventDuplicate
      autoHideDuration={client.toastMs}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      Components={{ default: Toast, error: Toast, success: Toast, warning: Toast, info: Toast }}
    >
      {children}
    </SnackbarProvider>
  )
}

/** How long *Undo* is offered next to what was done. */
export const UNDO_MS = 10_000

interface Undo {
  label: string
  act: () => void
  /** Identifies what was done, because the same text about another object is not a duplicate. */
  of: string
}

export const toast = {
  success: (text: string) => enqueueSnackbar(text, { variant: 'success' }),
  /** Reports what was done, and offers to undo it. */
  undoable: (text: string, { label, act, of }: Undo) =>
    enqueueSnackbar(text, {
      key: of,
      variant: 'success',
      autoHideDuration: UNDO_MS,
      action: (key) => (
        <button
          type="button"
          className="text-button"
          onClick={() => {
            closeSnackbar(key)
            act()
          }}
        >
          <Undo2 size={14} className="flip" />
          {label}
        </button>
      ),
    }),
  error: (text: string) => enqueueSnackbar(text, { variant: 'error' }),
}
