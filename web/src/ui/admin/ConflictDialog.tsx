import { type ReactNode, useState } from 'react'
import { uiTexts } from '../lang/en.ts'
import { Dialog } from '../mui/Dialog.tsx'
import { type Choice, type Difference, type Field, usualChoices } from './formState.ts'
import { adminTexts } from './lang/en.ts'
import type { EditForm } from './useEditForm.ts'
import './edit.css'

interface Props<V> {
  form: EditForm<V>
  labelOf: (field: Field<V>) => string
  /** A field's value as shown to the user, such as text or color swatches. */
  show: (field: Field<V>, value: V[Field<V>]) => ReactNode
}

/**
 * Someone else has saved in the meantime. For each field that differs, shows both values and which one will be
 * kept.
 */
export function ConflictDialog<V>({ form, labelOf, show }: Props<V>) {
  if (!form.conflict) return null
  return <Choices form={form} found={form.conflict.differences} labelOf={labelOf} show={show} />
}

const byWhom = { both: 'bothChanged', them: 'theirsChanged', me: 'mineChanged' } as const

function Choices<V>({ form, found, labelOf, show }: Props<V> & { found: Difference<V>[] }) {
  const t = adminTexts.useText()
  const common = uiTexts.useText()
  const [choices, setChoices] = useState(() => usualChoices(found))
  const all = (choice: Choice) => Object.fromEntries(found.map(({ field }) => [field, choice]))
  return (
    <Dialog
      open
      onClose={form.leaveConflict}
      fullWidth
      maxWidth="md"
      aria-labelledby="conflict-title"
      aria-describedby="conflict-text"
    >
      <div className="dialog">
        <h2 className="h3" id="conflict-title">
          {t('conflictTitle')}
        </h2>
        <p className="m2" id="conflict-text">
          {t('conflictText')}
        </p>
        <div className="conflicts">
          {found.map(({ field, theirs, mine, changedBy }) => (
            <fieldset key={field} className="conflict">
              <legend>
                {labelOf(field)} <span className="small m3">{t(byWhom[changedBy])}</span>
              </legend>
              {(['theirs', 'mine'] as const).map((side) => (
                <label key={side} className="conflict-side">
                  <input
                    type="radio"
                    className="radio"
                    name={`conflict-${field}`}
                    checked={choices[field] === side}
                    onChange={() => setChoices({ ...choices, [field]: side })}
                  />
                  <span className="grow">
                    <span className="small m3 conflict-label">
                      {side === 'theirs' ? t('takeTheirs') : t('keepMine')}
                    </span>
                    {show(field, side === 'theirs' ? theirs : mine)}
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
        <div className="row actions conflict-actions">
          <button type="button" className="btn ghost" onClick={form.leaveConflict}>
            {common('cancel')}
          </button>
          <button type="button" className="btn out" onClick={() => form.resolve(all('theirs'))}>
            {t('discardMine')}
          </button>
          <button type="button" className="btn pri" onClick={() => form.resolve(choices)}>
            {t('saveChosen')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
