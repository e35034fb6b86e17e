/** A field of a form. Nested values have a path such as `primary.main`. */
export type Field<V> = keyof V & string
/** Errors by the path of the invalid value. */
export type Errors = Readonly<Record<string, string>>

export interface FormState<V> {
  /** The values on the server, in the version that a save replaces. */
  base: V
  version: number
  values: V
}

export function same(one: unknown, two: unknown): boolean {
  if (Object.is(one, two)) return true
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null) return false
  const names = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(two) &&
    names.length === Object.keys(two).length &&
    names.every((name) => name in two && same(one[name as never], two[name as never]))
  )
}

export const changedFields = <V extends object>(base: V, values: V): Field<V>[] =>
  (Object.keys(base) as Field<V>[]).filter((field) => !same(base[field], values[field]))

export interface Difference<V> {
  field: Field<V>
  theirs: V[Field<V>]
  mine: V[Field<V>]
  changedBy: 'both' | 'them' | 'me'
}

/** Returns every field that differs between the two, with who changed it from the base values. */
export function differences<V extends object>(base: V, mine: V, theirs: V): Difference<V>[] {
  return changedFields(theirs, mine).map((field) => {
    const byThem = !same(base[field], theirs[field])
    const byMe = !same(base[field], mine[field])
    return {
      field,
      theirs: theirs[field],
      mine: mine[field],
      changedBy: byThem && byMe ? 'both' : byThem ? 'them' : 'me',
    }
  })
}

export type Choice = 'theirs' | 'mine'

/** Returns the default choice for each field, based on who changed it. If both did, mine is kept. */
export const usualChoices = <V>(found: readonly Difference<V>[]): Record<string, Choice> =>
  Object.fromEntries(found.map(({ field, changedBy }) => [field, changedBy === 'them' ? 'theirs' : 'mine']))

export function chosenValues<V extends object>(theirs: V, mine: V, choices: Record<string, Choice>): V {
  const kept = (Object.keys(theirs) as Field<V>[]).filter((field) => choices[field] === 'mine')
  return { ...theirs, ...Object.fromEntries(kept.map((field) => [field, mine[field]])) }
}

/**
 * Returns the form after its object was reloaded, keeping unsaved input. If someone else changed the same
 * field, the form stays at the old version, so saving asks.
 */
export function rebased<V extends object>(form: FormState<V>, base: V, version: number): FormState<V> {
  const found = differences(form.base, form.values, base)
  if (found.some(({ changedBy }) => changedBy === 'both')) return form
  const mine = changedFields(form.base, form.values)
  return { base, version, values: keep(base, form.values, mine) }
}

/** Returns the form after a save, keeping input entered in the meantime. */
export function afterSave<V extends object>(
  form: FormState<V>,
  sent: V,
  base: V,
  version: number,
): FormState<V> {
  return { base, version, values: keep(base, form.values, changedFields(sent, form.values)) }
}

/**
 * Returns the saved values, but as sent where they differ only in surrounding spaces. Otherwise, the space
 * would disappear while the user is still typing.
 */
export const asTyped = <V extends object>(sent: V, saved: V): V =>
  Object.fromEntries(
    Object.entries(saved).map(([field, value]) => {
      const typed: unknown = sent[field as Field<V>]
      return [field, same(withoutSpaces(typed), withoutSpaces(value)) ? typed : value]
    }),
  ) as V

const withoutSpaces = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim() : Array.isArray(value) ? value.map(withoutSpaces) : value

const keep = <V extends object>(base: V, values: V, fields: readonly Field<V>[]): V => ({
  ...base,
  ...Object.fromEntries(fields.map((field) => [field, values[field]])),
})

export const fieldOf = (path: string): string => path.split('.')[0]!

/** Removes the errors of a changed field, including nested ones. */
export const errorsWithout = (errors: Errors, field: string): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => fieldOf(path) !== field))
