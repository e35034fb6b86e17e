// notistack adds its styles on import and reads the nonce from there.
import '../base/nonce.ts'
import { client } from '@parlance/contract/limits'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
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

const Toast = forwardRef<HTMLDivElement, CustomContentProps>(({ id, message, variant }, ref) => {
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
      <button type="button" className="ib sm" aria-label={t('close')} onClick={() => closeSnackbar(id)}>
        <X size={16} />
      </button>
    </SnackbarContent>
  )
})

/** Shows at most five toasts at once, without duplicates, for three seconds, at the bottom right. */
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

export const toast = {
  success: (text: string) => enqueueSnackbar(text, { variant: 'success' }),
  error: (text: string) => enqueueSnackbar(text, { variant: 'error' }),
}
