import { canonical } from './canonical.ts'
import { hasMask, isSecretPath, masked } from './secretFields.ts'

/** An object as the audit log sees it: the fields that its feature records. */
export type Recorded = Record<string, unknown>

/** The change to one field, named by its path (`theme.primary.main`). Null means no value. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

/** Matches a key that can be part of a path and be found again by it. */
const PLAIN = /^(?!__proto__$)[\w-]+$/

/** Returns the fields that differ, by path. Both sides are compared as JSON, with secrets masked. */
export function differences(before: Recorded | null, after: Recorded | null): FieldChange[] {
  const left = leavesOf(before)
  const right = leavesOf(after)
  return [...new Set([...left.keys(), ...right.keys()])]
    .sort()
    .map((field) => ({ field, before: left.get(field) ?? null, after: right.get(field) ?? null }))
    .filter((change) => canonical(change.before) !== canonical(change.after))
    .map(({ field, before: was, after: is }) => ({
      field,
      before: masked(field, was),
      after: masked(field, is),
    }))
}

/** Returns the values of an object by path. Lists stay whole, so that they can be restored exactly. */
function leavesOf(recorded: Recorded | null): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  const walk = (path: string, value: unknown) => {
    if (isRecord(value) && Object.keys(value).every((key) => PLAIN.test(key)))
      for (const [key, inner] of Object.entries(value)) walk(path === '' ? key : `${path}.${key}`, inner)
    else leaves.set(path, value)
  }
  if (recorded) walk('', JSON.parse(JSON.stringify(recorded)))
  return leaves
}

/** Returns an object with changes reverted. Secrets stay unchanged, because the log doesn't contain them. */
export function takenBack(object: Recorded, changes: readonly Omit<FieldChange, 'after'>[]): Recorded {
  const result: Recorded = structuredClone(object)
  const known = changes.filter(({ field, before }) => !isSecretPath(field) && !hasMask(before))
  // Fields that didn't exist are deleted first, because a plain value can replace an object.
  for (const { field, before } of known) if (before === null) remove(result, field.split('.'))
  for (const { field, before } of known) if (before !== null) put(result, field.split('.'), before)
  return result
}

function put(object: Recorded, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    object[name] = value
    return
  }
  const inner = Object.hasOwn(object, name) ? object[name] : undefined
  const next: Recorded = isRecord(inner) ? inner : {}
  object[name] = next
  put(next, rest, value)
}

/** Removes a value, and any parent objects that become empty. */
function remove(object: Recorded, [name = '', ...rest]: string[]): void {
  if (!Object.hasOwn(object, name)) return
  const inner = object[name]
  if (rest.length > 0) {
    if (!isRecord(inner)) return
    remove(inner, rest)
    if (Object.keys(inner).length > 0) return
  }
  delete object[name]
}

/** Returns changes for display: a list of objects is split into the fields of each object. */
export function shownChanges(changes: readonly FieldChange[]): FieldChange[] {
  return changes.flatMap((change) => {
    const parts = inParts(change)
    // Nothing else can be shown for two values that differ only in a secret.
    return parts.length > 0 ? parts : [change]
  })
}

function inParts({ field, before, after }: FieldChange): FieldChange[] {
  if (canonical(before) === canonical(after)) return []
  const sides = [before, after].filter((side) => side !== null && side !== undefined)
  if (sides.every(isRecord)) {
    const [left, right] = [before, after].map((side) => (isRecord(side) ? side : {})) as [Recorded, Recorded]
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
      inParts({ field: `${field}.${key}`, before: left[key] ?? null, after: right[key] ?? null }),
    )
  }
  if (sides.every(isListOfRecords)) {
    const [left, right] = [before, after].map((side) => (isListOfRecords(side) ? side : [])) as [
      Recorded[],
      Recorded[],
    ]
    return pairs(left, right).flatMap(([index, was, is]) =>
      inParts({ field: `${field}.${index}`, before: was, after: is }),
    )
  }
  return [{ field, before, after }]
}

/** Pairs up the same objects of two lists: by identifying field if there is one, otherwise by position. */
function pairs(left: Recorded[], right: Recorded[]): [number, Recorded | null, Recorded | null][] {
  const name = namingField(left, right)
  if (name === null)
    return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
      index,
      left[index] ?? null,
      right[index] ?? null,
    ])
  const was = new Map(left.map((item) => [item[name], item]))
  const is = new Set(right.map((item) => item[name]))
  return [
    ...left.flatMap((item, index): [number, Recorded | null, Recorded | null][] =>
      is.has(item[name]) ? [] : [[index, item, null]],
    ),
    ...right.map((item, index): [number, Recorded | null, Recorded | null] => [
      index,
      was.get(item[name]) ?? null,
      item,
    ]),
  ]
}

function namingField(left: Recorded[], right: Recorded[]): string | null {
  const candidates = Object.keys(left[0] ?? right[0] ?? {}).filter((key) => /(^id|Id|^key|^name)$/.test(key))
  const names = (list: Recorded[], key: string) =>
    list.every((item) => typeof item[key] === 'string') &&
    new Set(list.map((item) => item[key])).size === list.length
  return candidates.find((key) => names(left, key) && names(right, key)) ?? null
}

function isRecord(value: unknown): value is Recorded {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function isListOfRecords(value: unknown): value is Recorded[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord)
}
