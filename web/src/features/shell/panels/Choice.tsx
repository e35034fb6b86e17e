import { useId } from 'react'

interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; text: string; lang?: string }[]
  choose: (value: T) => void
}

/** One of a few, all of them in sight. */
export function Choice<T extends string>({ label, value, options, choose }: Props<T>) {
  const name = useId()
  return (
    <fieldset>
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
    </fieldset>
  )
}
