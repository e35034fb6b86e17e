import { useId } from 'react'
import { described, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { fromLocal, INCOMPLETE, toLocal } from '../../policyText/localTimes.ts'

interface Props {
  field: string
  label: string
  value: string | null
  error: string | undefined
  change: (value: string | null) => void
}

/** A date with a time, in the editor's time zone. Stored in UTC. */
export function TimeField({ field, label, value, error, change }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} field={field} label={label} error={error}>
      <input
        id={id}
        type="datetime-local"
        className="in num"
        value={toLocal(value)}
        {...described(id, undefined, error)}
        onChange={({ target }) => change(target.validity.badInput ? INCOMPLETE : fromLocal(target.value))}
        onBlur={({ target }) => {
          // Incomplete input has no value. The browser only reports it through `badInput`.
          if (target.validity.badInput) change(INCOMPLETE)
        }}
      />
    </FieldFrame>
  )
}
