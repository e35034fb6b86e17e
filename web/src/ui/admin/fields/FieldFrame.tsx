import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  /** The control's ID. The IDs of its descriptions are derived from it. */
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  field: string
  /** Next to the label, for example where the value comes from. */
  aside?: ReactNode
  children: ReactNode
}

/** A control with its label above, and its hint and error below. */
export function FieldFrame({ id, label, hint, error, field, aside, children }: Props) {
  return (
    <div className="field" data-field={field}>
      <div className="row field-head">
        <label htmlFor={id} className="grow">
          {label}
        </label>
        {aside}
      </div>
      {children}
      {hint && (
        <div id={`${id}-hint`} className="hint">
          {hint}
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <span id={id} className="error">
      <CircleAlert size={14} />
      <span>{error}</span>
    </span>
  )
}

/** Returns the ARIA attributes that link a control to its hint and error. */
export const described = (id: string, hint: unknown, error: string | undefined) => ({
  'aria-invalid': Boolean(error) || undefined,
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
})
