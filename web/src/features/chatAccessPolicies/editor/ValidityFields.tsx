import { useId } from 'react'
import { described, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { policiesTexts } from '../../policyText/lang/en.ts'
import { fromLocal, INCOMPLETE, timeZone, toLocal } from '../../policyText/localTimes.ts'
import type { PolicyEditing } from './policyEditing.ts'

/** Start and end of the policy, in the editor's time zone. Stored in UTC. */
export function ValidityFields(editing: PolicyEditing) {
  const t = policiesTexts.useText()
  return (
    <div className="field">
      <div className="time-pair">
        <TimeField field="validFrom" {...editing} />
        <TimeField field="validTo" {...editing} />
      </div>
      <div className="hint">{t('zone', { zone: timeZone() })}</div>
    </div>
  )
}

function TimeField({ field, form, readOnly }: PolicyEditing & { field: 'validFrom' | 'validTo' }) {
  const t = policiesTexts.useText()
  const id = useId()
  const value = form.values[field]
  const error = form.errors[field]
  return (
    <FieldFrame id={id} field={field} label={t(field)} error={error}>
      <input
        id={id}
        type="datetime-local"
        className="in num"
        value={toLocal(value)}
        disabled={readOnly}
        {...described(id, undefined, error)}
        onChange={({ target }) =>
          form.set(field, target.validity.badInput ? INCOMPLETE : fromLocal(target.value))
        }
        onBlur={({ target }) => {
          // Incomplete input has no value. The browser only reports it through `badInput`.
          if (target.validity.badInput) form.set(field, INCOMPLETE)
          else if (value === INCOMPLETE) form.set(field, fromLocal(target.value))
        }}
      />
    </FieldFrame>
  )
}
