import { brandsTexts } from '../lang/en.ts'
import { ColorSetField } from './ColorSetField.tsx'
import { hintOf, useOpenShade } from './ColorsTab.tsx'
import { EditedColor } from './EditedColor.tsx'
import type { Editing } from './editing.ts'
import { Inheritance } from './Inheritance.tsx'

const texts = ['textPrimary', 'textSecondary', 'textDisabled'] as const
const menuTexts = ['menuTextPrimary', 'menuTextSecondary', 'menuTextDisabled'] as const

/** The colors of the side navigation and of texts. */
export function MenuTab({ editing, wanted }: { editing: Editing; wanted: { path: string } | undefined }) {
  const t = brandsTexts.useText()
  const { open, choose } = useOpenShade(wanted, 'menu')
  return (
    <>
      <ColorSetField
        editing={editing}
        name="menu"
        hint={t(hintOf('menu'))}
        open={open('menu')}
        choose={choose('menu')}
        fromMain={false}
      />
      {[menuTexts, texts].map((fields) => (
        <div key={fields[0]} className="color-foot">
          {fields.map((field) => (
            <SingleColor key={field} editing={editing} field={field} />
          ))}
        </div>
      ))}
    </>
  )
}

export function SingleColor(props: {
  editing: Editing
  field: (typeof texts)[number] | (typeof menuTexts)[number] | 'loginBackground'
}) {
  const { editing, field } = props
  const t = brandsTexts.useText()
  return (
    <div className="single-color" data-field={field}>
      <div className="row field-head">
        <span className="grow switch-label">{t(field)}</span>
        <Inheritance editing={editing} field={field} />
      </div>
      <EditedColor editing={editing} path={field === 'loginBackground' ? 'loginBackground.main' : field} />
    </div>
  )
}
