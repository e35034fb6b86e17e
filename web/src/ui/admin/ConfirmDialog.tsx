import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { problemOf } from '../../transport/apiError.ts'
import { errorText, requestIdOf } from '../errorText.ts'
import { useGuardedClose } from '../leaveGuard.ts'
import { Dialog } from '../mui/Dialog.tsx'
import { uiTexts } from '../uiTexts.ts'

interface Props {
  title: string
  text: string
  /** Names what is done, and with what. */
  button: string
  /** What can be taken back has a button like any other. */
  danger?: boolean
  /** With room for what is to be looked at first. */
  wide?: boolean
  /** Something was written in it: Escape and a click beside it ask before it is dropped. */
  dirty?: boolean
  busy: boolean
  error?: unknown
  /** None where it cannot be done; the text says why. */
  confirm?: (() => void) | undefined
  close: () => void
  children?: ReactNode
}

/** Asked before something is done that cannot be undone; a refusal says why, and what stands against it. */
export function ConfirmDialog(props: Props) {
  const { title, text, button, danger = true, wide = false, dirty = false } = props
  const { busy, error, confirm, close, children } = props
  const common = uiTexts.useText()
  const id = useId()
  const guardedClose = useGuardedClose(dirty, close)
  const reasons = problemOf(error)?.errors ?? []
  const requestId = requestIdOf(error)
  return (
    <Dialog
      open
      onClose={guardedClose}
      fullWidth
      maxWidth={wide ? 'sm' : 'xs'}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
    >
      <div className="dialog">
        <h2 className="h3 wrap" id={id}>
          {title}
        </h2>
        <p className="m2 wrap" id={`${id}-text`}>
          {text}
        </p>
        {children}
        {Boolean(error) && (
          <div className="strip e" role="alert">
            <CircleAlert size={16} />
            <div className="grow wrap">
              {errorText(error)}
              {reasons.length > 0 && (
                <ul className="reasons">
                  {reasons.map(({ field, message }) => (
                    <li key={`${field} ${message}`} dir="auto">
                      {message}
                    </li>
                  ))}
                </ul>
              )}
              {!problemOf(error) && requestId && (
                <bdi className="small mono" dir="ltr">
                  {common('requestId', { id: requestId })}
                </bdi>
              )}
            </div>
          </div>
        )}
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {common('cancel')}
          </button>
          {confirm && (
            <button
              type="button"
              className={danger ? 'btn danger' : 'btn pri'}
              aria-disabled={busy}
              onClick={() => !busy && confirm()}
            >
              <span className="trunc">{button}</span>
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
