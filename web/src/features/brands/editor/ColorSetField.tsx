import { type ColorSetName, setFromMain, shades } from '@parlance/contract/theme/brand'
import { isColor, labelOfPath } from '../brandForm.ts'
import { brandsTexts } from '../lang/en.ts'
import { EditedColor } from './EditedColor.tsx'
import { type Editing, typedColor } from './editing.ts'
import { Inheritance } from './Inheritance.tsx'

export type SetName = ColorSetName | 'menu'
type Shade = (typeof shades)[number]

interface Props {
  editing: Editing
  name: SetName
  hint: string
  /** The selected shade, if it belongs to this set. */
  open: Shade | undefined
  choose: (shade: Shade) => void
  /** Whether the other shades can be derived from the main one. */
  fromMain?: boolean
}

/** The six colors of a set. The selected one is edited below them. */
export function ColorSetField({ editing, name, hint, open, choose, fromMain = true }: Props) {
  const t = brandsTexts.useText()
  const { look, set, readOnly, error } = editing
  const label = t(name)
  return (
    <fieldset className="color-set" data-field={name}>
      <legend className="hidden">{label}</legend>
      <div className="row color-set-head">
        <span className="grow switch-label" aria-hidden="true">
          {label}
        </span>
        <Inheritance editing={editing} field={name} />
      </div>
      <div className="swatches">
        {shades.map((shade) => {
          const path = `${name}.${shade}`
          const color = typedColor(editing, path)
          return (
            <button
              key={shade}
              type="button"
              className="swatch-button"
              aria-pressed={open === shade}
              aria-label={`${labelOfPath(path, t)}, ${color}`}
              aria-invalid={Boolean(error(path)) || undefined}
              onClick={() => choose(shade)}
            >
              <span className="swatch" style={{ background: isColor(color) ? color : look[name][shade] }} />
              {open && <span className="swatch-name">{t(shade)}</span>}
            </button>
          )
        })}
      </div>
      {open && (
        <>
          <EditedColor editing={editing} path={`${name}.${open}`} hint={hint} />
          {fromMain && !readOnly && (
            <button
              type="button"
              className="btn out sm"
              aria-label={t('buildFromMainOf', { field: label })}
              onClick={() => set(name, setFromMain(look[name].main))}
            >
              {t('buildFromMain')}
            </button>
          )}
        </>
      )}
    </fieldset>
  )
}
