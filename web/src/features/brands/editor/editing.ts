import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import {
  type BrandField,
  type BrandLook,
  type BrandValues,
  type InheritableField,
  withColor,
} from '../brandForm.ts'

/** Props of the editor's fields: the values, the resulting look, and functions to change them. */
export interface Editing {
  values: BrandValues
  look: BrandLook
  readOnly: boolean
  /** Whether these are the defaults, which inherit from the product. */
  ofDefaults: boolean
  set: <F extends BrandField>(field: F, value: BrandValues[F]) => void
  /** Sets one color by its path, such as `primary.main`. An inherited field becomes the brand's own. */
  setColor: (path: string, hex: string) => void
  check: (field: BrandField) => void
  error: (path: string) => string | undefined
  inherited: (field: InheritableField) => boolean
  inherit: (field: InheritableField) => void
  /** Copies the inherited value to the brand, so it can be edited. */
  override: (field: InheritableField) => void
}

export function editingOf(
  form: EditForm<BrandValues>,
  look: BrandLook,
  of: { readOnly: boolean; ofDefaults: boolean },
): Editing {
  const { values, set } = form
  return {
    ...of,
    values,
    look,
    set,
    setColor: (path, hex) => {
      const [field] = path.split('.') as [InheritableField]
      const own = values[field]
      // Keeps incomplete input in the other colors of the set.
      const from = own === null ? look : ({ ...look, [field]: own } as BrandLook)
      set(field, withColor(from, path, hex)[field] as never)
    },
    check: form.check,
    error: (path) => form.errors[path],
    inherited: (field) => values[field] === null,
    inherit: (field) => set(field, null),
    override: (field) => set(field, look[field] as never),
  }
}

/** Returns a color as entered, which can be invalid. */
export function typedColor({ values, look }: Editing, path: string): string {
  const [field] = path.split('.') as [InheritableField]
  return colorAt(values[field] === null ? look : values, path)
}

export function colorAt(of: BrandLook | BrandValues, path: string): string {
  const [field, part] = path.split('.') as [InheritableField, string?]
  const value = of[field] as unknown
  return part ? (value as Record<string, string>)[part]! : (value as string)
}
