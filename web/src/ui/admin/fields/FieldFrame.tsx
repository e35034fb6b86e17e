import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  /** The control's ID. The IDs of its descriptions are derived from it. */
  id: string
  label: string
  hint?: ReactNode
  fault?: string | undefined
  field: string
  /** Next to the label, for example where the value comes from. */
  aside?: ReactNode
  children: ReactNode
}

/** A control with its label above, and its hint and error below. */
export function FieldFrame({ id, label, hint, fault, field, aside, children }: Props) {
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
      <FieldFault id={`${id}-fault`} fault={fault} />
    </div>
  )
}

export function FieldFault({ id, fault }: { id: string; fault: string | undefined }) {
  if (!fault) return null
  return (
    <span id={id} className="fault">
      <CircleAlert size={14} />
      <span>{fault}</span>
    </span>
  )
}

/** Returns the ARIA attributes that link a control to its hint and error. */
export const described = (id: string, hint: unknown, fault: string | undefined) => ({
  'aria-invalid': Boolean(fault) || undefined,
  'aria-describedby': [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined,
})
