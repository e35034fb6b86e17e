import { useId } from 'react'

interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; text: string; lang?: string }[]
  /** The meaning of the current value, shown below it. */
  hint?: string
  choose: (value: T) => void
}

/** A choice of a few options, all visible. */
export function Choice<T extends string>({ label, value, options, hint, choose }: Props<T>) {
  const name = useId()
  const hintId = useId()
  return (
    <fieldset aria-describedby={hint && hintId}>
      <legend>{label}</legend>
      <div className="seg">
        {options.map((option) => (
          <label key={option.value} lang={option.lang}>
            <input
              type="radio"
              className="hidden"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => choose(option.value)}
            />
            {option.text}
          </label>
        ))}
      </div>
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
