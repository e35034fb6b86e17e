import { type ReactNode, useId } from 'react'
import { described, FieldFrame } from './FieldFrame.tsx'

interface Props {
  field: string
  label: string
  value: string
  change: (value: string) => void
  leave?: () => void
  error?: string | undefined
  hint?: ReactNode
  disabled?: boolean
  readOnly?: boolean
  autoFocus?: boolean
  /** For text that is left-to-right in every language, such as keys and host names. */
  code?: boolean
  /** A password or API key, hidden while typing. */
  secret?: boolean
}

export function TextField(props: Props) {
  const { field, label, value, change, leave, error, hint, disabled, readOnly, autoFocus, code, secret } =
    props
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} field={field}>
      <input
        id={id}
        className={code ? 'in mono' : 'in'}
        dir={code ? 'ltr' : 'auto'}
        spellCheck={code ? false : undefined}
        autoCapitalize={code ? 'off' : undefined}
        type={secret ? 'password' : undefined}
        autoComplete={secret ? 'new-password' : 'off'}
        value={value}
        disabled={disabled}
        readOnly={readOnly}
        // biome-ignore lint/a11y/noAutofocus: the first field of a page that the user just opened
        autoFocus={autoFocus}
        {...described(id, hint, error)}
        onChange={(event) => change(event.target.value)}
        onBlur={leave}
      />
    </FieldFrame>
  )
}
