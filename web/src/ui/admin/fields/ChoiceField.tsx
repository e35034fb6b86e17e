import { type ReactNode, useId } from 'react'

interface Option<Key extends string> {
  key: Key
  label: ReactNode
  /** The accessible name, if the label is a picture. */
  name?: string
}

interface Props<Key extends string> {
  field: string
  label: string
  /** The label is only for screen readers. */
  quiet?: boolean
  /** Undefined if nothing is selected yet. */
  value: Key | undefined
  options: readonly Option<Key>[]
  change: (key: Key) => void
  disabled?: boolean
  aside?: ReactNode
}

/** One of a few options, side by side. */
export function ChoiceField<Key extends string>(props: Props<Key>) {
  const { field, label, quiet, value, options, change, disabled, aside } = props
  const id = useId()
  return (
    <div className="field" data-field={field}>
      <div className={quiet ? 'hidden' : 'row field-head'}>
        <span className="grow switch-label" id={id}>
          {label}
        </span>
        {aside}
      </div>
      <div className="seg choice" role="radiogroup" aria-labelledby={id}>
        {options.map(({ key, label: text, name }) => (
          <label key={key} data-on={key === value || undefined}>
            <input
              type="radio"
              className="hidden"
              name={id}
              checked={key === value}
              disabled={disabled}
              aria-label={name}
              onChange={() => change(key)}
            />
            {text}
          </label>
        ))}
      </div>
    </div>
  )
}
