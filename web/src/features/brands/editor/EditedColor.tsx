import { labelOfPath } from '../brandForm.ts'
import { brandsTexts } from '../lang/en.ts'
import { ColorInput } from './ColorInput.tsx'
import { colorAt, type Editing, typedColor } from './editing.ts'

/** One color of the edited brand, by its path. */
export function EditedColor({ editing, path, hint }: { editing: Editing; path: string; hint?: string }) {
  const t = brandsTexts.useText()
  const { look, setColor, check, error, readOnly } = editing
  return (
    <ColorInput
      path={path}
      name={labelOfPath(path, t)}
      value={typedColor(editing, path)}
      change={(hex) => setColor(path, hex)}
      leave={() => check(path.split('.')[0] as 'primary')}
      error={error(path)}
      instead={colorAt(look, path)}
      readOnly={readOnly}
      {...(hint ? { hint } : {})}
    />
  )
}
