import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import {
  type BrandField,
  type BrandLook,
  type BrandValues,
  type InheritableField,
  withColour,
} from '../brandForm.ts'

/** What the editor's fields are given: the values, the look that they come to, and ways to change them. */
export interface Editing {
  values: BrandValues
  look: BrandLook
  readOnly: boolean
  /** The defaults inherit from the product itself. */
  ofDefaults: boolean
  set: <F extends BrandField>(field: F, value: BrandValues[F]) => void
  /** Sets one colour by its path, such as `primary.main`; a field that was inherited is the brand's own from then on. */
  setColour: (path: string, hex: string) => void
  check: (field: BrandField) => void
  fault: (path: string) => string | undefined
  inherited: (field: InheritableField) => boolean
  inherit: (field: InheritableField) => void
  /** Takes what is inherited as the brand's own, to be changed. */
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
    setColour: (path, hex) => {
      const [field] = path.split('.') as [InheritableField]
      const own = values[field]
      // What is still being typed beside it stays as it is.
      const from = own === null ? look : ({ ...look, [field]: own } as BrandLook)
      set(field, withColour(from, path, hex)[field] as never)
    },
    check: form.check,
    fault: (path) => form.faults[path],
    inherited: (field) => values[field] === null,
    inherit: (field) => set(field, null),
    override: (field) => set(field, look[field] as never),
  }
}

/** A colour as it is typed, which may be none yet. */
export function typedColour({ values, look }: Editing, path: string): string {
  const [field] = path.split('.') as [InheritableField]
  return colourAt(values[field] === null ? look : values, path)
}

export function colourAt(of: BrandLook | BrandValues, path: string): string {
  const [field, part] = path.split('.') as [InheritableField, string?]
  const value = of[field] as unknown
  return part ? (value as Record<string, string>)[part]! : (value as string)
}
