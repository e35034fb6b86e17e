import type { FieldError } from '@parlance/contract/errors'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { problemOf } from '../../transport/apiError.ts'
import { errorText, requestIdOf } from '../errorText.ts'
import { uiTexts } from '../lang/en.ts'
import { useGuardedClose } from '../leaveGuard.ts'
import { Dialog } from '../mui/Dialog.tsx'
import { usePermissionNames } from '../permissions/permissionName.tsx'
import { focusInvalid } from './focusInvalid.ts'

interface Props {
  title: string
  text: string
  /** Names the action and its object. */
  button: string
  /** Reversible actions have a regular button. */
  danger?: boolean
  /** Makes room for content to review first. */
  wide?: boolean
  /** Unsaved input: Escape and a click outside ask before it is discarded. */
  dirty?: boolean
  busy: boolean
  error?: unknown
  /** Words a reason that the server gives as a name. By default, its message is shown. */
  reasonOf?: ((reason: FieldError) => string) | undefined
  /** Undefined if the action isn't possible. The text explains why. */
  confirm?: (() => void) | undefined
  close: () => void
  children?: ReactNode
}

/** Fields of errors whose message is a permission. */
const permissions: readonly string[] = ['action', 'permissions.actions']

/** Confirms an action that can't be undone. If it is rejected, shows why and what prevents it. */
export function ConfirmDialog(props: Props) {
  const { title, text, button, danger = true, wide = false, dirty = false } = props
  const { busy, error, reasonOf, confirm, close, children } = props
  const common = uiTexts.useText()
  const id = useId()
  const { fullNameOf } = usePermissionNames()
  const { guardedClose } = useGuardedClose(dirty, close)
  const content = useRef<HTMLDivElement>(null)
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
      <div className="dialog" ref={content}>
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
                  {reasons.map((reason, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two reasons can be the same.
                    <li key={index} dir="auto">
                      {reasonOf?.(reason) ??
                        (permissions.includes(reason.field) ? fullNameOf(reason.message) : reason.message)}
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
              onClick={() => {
                if (busy) return
                confirm()
                focusInvalid(() => content.current)
              }}
            >
              <span className="trunc">{button}</span>
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
