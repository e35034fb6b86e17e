import { labelOfPath } from '../brandForm.ts'
import { brandsTexts } from '../lang/en.ts'
import { ColourInput } from './ColourInput.tsx'
import { colourAt, type Editing, typedColour } from './editing.ts'

/** One color of the edited brand, by its path. */
export function EditedColour({ editing, path, hint }: { editing: Editing; path: string; hint?: string }) {
  const t = brandsTexts.useText()
  const { look, setColour, check, error, readOnly } = editing
  return (
    <ColourInput
      path={path}
      name={labelOfPath(path, t)}
      value={typedColour(editing, path)}
      change={(hex) => setColour(path, hex)}
      leave={() => check(path.split('.')[0] as 'primary')}
      error={error(path)}
      instead={colourAt(look, path)}
      readOnly={readOnly}
      {...(hint ? { hint } : {})}
    />
  )
}
