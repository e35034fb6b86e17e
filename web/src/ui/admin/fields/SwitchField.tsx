import { type ReactNode, useId } from 'react'
import '../edit.css'

interface Props {
  field: string
  label: string
  hint?: string
  on: boolean
  change: (on: boolean) => void
  disabled?: boolean
  aside?: ReactNode
}

export function SwitchField({ field, label, hint, on, change, disabled, aside }: Props) {
  const id = useId()
  return (
    <div className="switch-field" data-field={field}>
      <div className="row">
        <div className="grow">
          <span className="switch-label" id={id}>
            {label}
          </span>
          {hint && (
            <div className="hint" id={`${id}-hint`}>
              {hint}
            </div>
          )}
        </div>
        <button
          type="button"
          role="switch"
          className="switch"
          aria-checked={on}
          aria-labelledby={id}
          aria-describedby={hint ? `${id}-hint` : undefined}
          disabled={disabled}
          onClick={() => change(!on)}
        />
      </div>
      {aside}
    </div>
  )
}
