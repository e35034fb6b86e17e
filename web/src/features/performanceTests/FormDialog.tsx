import { type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { SaveError } from '../../ui/admin/SaveError.tsx'
import { uiTexts } from '../../ui/lang/en.ts'
import { useGuardedClose } from '../../ui/leaveGuard.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import '../../ui/admin/edit.css'
import './performanceTests.css'

interface Props {
  title: string
  text?: string
  /** Unsaved input: Escape and a click outside ask before it is discarded. */
  dirty: boolean
  busy: boolean
  error: unknown
  width?: 'xs' | 'sm' | 'md'
  /** The button that submits. Undefined if nothing can be submitted. */
  button?: string
  /** More buttons, before the one that submits. */
  buttons?: ReactNode
  /** Receives the function that lifts the leave guard, for a form that navigates once it is saved. */
  lifting?: RefObject<() => void>
  submit: () => void
  close: () => void
  children: ReactNode
}

/** A form in a dialog. */
export function FormDialog(props: Props) {
  const { title, text, dirty, busy, error, width = 'xs', button, buttons } = props
  const { lifting, submit, close, children } = props
  const common = uiTexts.useText()
  const id = useId()
  const { guardedClose, lift } = useGuardedClose(dirty, close)
  if (lifting) lifting.current = lift

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!busy) submit()
  }

  return (
    <Dialog
      open
      onClose={() => !busy && guardedClose()}
      fullWidth
      maxWidth={width}
      aria-labelledby={id}
      aria-describedby={text ? `${id}-text` : undefined}
    >
      <form className="dialog form-dialog" noValidate onSubmit={onSubmit}>
        <h2 className="h3 wrap" id={id}>
          {title}
        </h2>
        {text && (
          <p className="m2" id={`${id}-text`}>
            {text}
          </p>
        )}
        {children}
        <SaveError error={error} />
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {button ? common('cancel') : common('close')}
          </button>
          {buttons}
          {button && (
            <button type="submit" className="btn pri" aria-disabled={busy}>
              {button}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
