import { Link2 } from 'lucide-react'
import type { InheritableField } from '../brandForm.ts'
import { brandsTexts } from '../lang/en.ts'
import type { Editing } from './editing.ts'

/** Shows where a field's value comes from, with a button to switch between inherited and own. */
export function Inheritance({ editing, field }: { editing: Editing; field: InheritableField }) {
  const t = brandsTexts.useText()
  const { inherited, inherit, override, readOnly, ofDefaults } = editing
  const name = t(field)
  if (inherited(field)) {
    return (
      <span className="row inheritance">
        <span className="row small m3 inherited">
          <Link2 size={12} />
          {ofDefaults ? t('builtIn') : t('inherited')}
        </span>
        {!readOnly && (
          <button
            type="button"
            className="text-button small"
            aria-label={t('overrideName', { field: name })}
            onClick={() => override(field)}
          >
            {t('override')}
          </button>
        )}
      </span>
    )
  }
  if (readOnly) return null
  return (
    <button
      type="button"
      className="text-button small"
      aria-label={t('inheritName', { field: name })}
      onClick={() => inherit(field)}
    >
      {t('inherit')}
    </button>
  )
}
