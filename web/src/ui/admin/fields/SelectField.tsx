import { type ReactNode, useId } from 'react'
import { described, FieldFrame } from './FieldFrame.tsx'

interface Props {
  field: string
  label: string
  value: string
  options: readonly { key: string; label: string }[]
  change: (key: string) => void
  error?: string | undefined
  hint?: ReactNode
  disabled?: boolean
}

/** A choice among many options, showing only the selected one. */
export function SelectField({ field, label, value, options, change, error, hint, disabled }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} field={field}>
      <select
        id={id}
        className="in"
        value={value}
        disabled={disabled}
        {...described(id, hint, error)}
        onChange={(event) => change(event.target.value)}
      >
        {options.map(({ key, label: text }) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
