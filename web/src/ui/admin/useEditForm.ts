import { useCallback, useEffect, useRef, useState } from 'react'
import { problemOf } from '../../api/apiError.ts'
import { errorText } from '../errorText.ts'
import {
  afterSave,
  type Choice,
  changedFields,
  chosenValues,
  type Difference,
  differences,
  type Faults,
  type Field,
  type FormState,
  faultsWithout,
  fieldOf,
  rebased,
} from './formState.ts'

export interface Entity {
  version: number
}

interface Options<V, E extends Entity> {
  /** As the server has it; undefined while it is loaded. */
  entity: E | undefined
  valuesOf: (entity: E) => V
  validate: (values: V) => Faults
  /** Saves what replaces this version; answers as RTK Query's mutations do. */
  save: (values: V, version: number) => Promise<{ data?: E | undefined; error?: unknown }>
  /** The form's path for a field that the server names. */
  pathOf?: (serverField: string) => string
  saved?: (entity: E) => void
}

export interface Conflict<V> {
  differences: Difference<V>[]
  theirs: V
  version: number
}

export interface EditForm<V> {
  values: V
  /** What changes to its fields begin with. */
  base: V
  changed: Field<V>[]
  faults: Faults
  saving: boolean
  /** Why the last try failed, where no field is to blame. */
  error: unknown
  conflict: Conflict<V> | undefined
  /** The fault to be looked at, new with each try. */
  wanted: { path: string } | undefined
  set: <F extends Field<V>>(field: F, value: V[F]) => void
  /** Checks a field that has been left. */
  check: (field: Field<V>) => void
  submit: () => void
  discard: () => void
  resolve: (choices: Record<string, Choice>) => void
  leaveConflict: () => void
}

/**
 * What an edit page holds: the values that are typed over those that the server has, what is wrong with them, and the
 * saving, with the question that comes when somebody else has saved meanwhile. No error takes away what was typed.
 */
export function useEditForm<V extends object, E extends Entity>(
  options: Options<V, E>,
): EditForm<V> | undefined {
  const { entity, valuesOf, validate, save, pathOf = (field) => field, saved } = options
  const [kept, setForm] = useState<FormState<V>>()
  const [faults, setFaults] = useState<Faults>({})
  const [error, setError] = useState<unknown>()
  const [saving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict<V>>()
  const [wanted, setWanted] = useState<{ path: string }>()
  const seen = useRef<E>(undefined)

  const form =
    kept ?? (entity && { base: valuesOf(entity), version: entity.version, values: valuesOf(entity) })
  if (!kept && form) setForm(form)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read of an entity does not change.
  useEffect(() => {
    if (!entity || seen.current === entity) return
    seen.current = entity
    setForm((now) =>
      now && entity.version > now.version ? rebased(now, valuesOf(entity), entity.version) : now,
    )
  }, [entity])

  function show(found: Faults) {
    setFaults(found)
    const [path] = Object.keys(found)
    if (path !== undefined) setWanted({ path })
  }

  async function send(now: FormState<V>, mayRepeat = true): Promise<void> {
    const answer = await save(now.values, now.version)
    if (answer.data) {
      const { data } = answer
      seen.current = data
      setForm((latest) => latest && afterSave(latest, now.values, valuesOf(data), data.version))
      saved?.(data)
      return
    }
    const current = currentOf<E>(answer.error)
    if (!current) return fail(answer.error)
    const theirs = valuesOf(current)
    const found = differences(now.base, now.values, theirs)
    // Only what this form does not hold has changed, such as an image.
    if (mayRepeat && found.every(({ changedBy }) => changedBy === 'me')) {
      const next = { ...now, base: theirs, version: current.version }
      setForm((latest) => latest && { ...latest, base: theirs, version: current.version })
      return send(next, false)
    }
    setConflict({ differences: found, theirs, version: current.version })
  }

  function fail(failure: unknown) {
    const problem = problemOf(failure)
    const named = problem?.errors ?? []
    if (named.length === 0) return setError(failure)
    // A refusal with a code of its own has a text in every language; of several faults each has its own.
    const own = problem && problem.code !== 'request.invalid' && named.length === 1
    show(
      Object.fromEntries(
        named.map(({ field, message }) => [pathOf(field), own ? errorText(failure) : message]),
      ),
    )
  }

  async function attempt(now: FormState<V>) {
    if (saving) return
    setError(undefined)
    const found = validate(now.values)
    show(found)
    if (Object.keys(found).length > 0) return
    setSaving(true)
    await send(now).finally(() => setSaving(false))
  }

  const set = useCallback(<F extends Field<V>>(field: F, value: V[F]) => {
    setForm((now) => now && { ...now, values: { ...now.values, [field]: value } })
    setFaults((now) => faultsWithout(now, field))
  }, [])

  if (!form) return undefined
  return {
    values: form.values,
    base: form.base,
    changed: changedFields(form.base, form.values),
    faults,
    saving,
    error,
    conflict,
    wanted,
    set,
    check: (field) => {
      const found = Object.entries(validate(form.values)).filter(([path]) => fieldOf(path) === field)
      setFaults((now) => ({ ...faultsWithout(now, field), ...Object.fromEntries(found) }))
    },
    submit: () => void attempt(form),
    discard: () => {
      setForm({ ...form, values: form.base })
      setFaults({})
      setError(undefined)
    },
    resolve: (choices) => {
      if (!conflict) return
      const { theirs, version } = conflict
      const next = { base: theirs, version, values: chosenValues(theirs, form.values, choices) }
      setConflict(undefined)
      setForm(next)
      if (changedFields(theirs, next.values).length > 0) void attempt(next)
    },
    leaveConflict: () => setConflict(undefined),
  }
}

/** What a refusal for an old version brings with it: the object as it is now. */
function currentOf<E extends Entity>(error: unknown): E | undefined {
  const problem = problemOf(error) as { code: string; current?: E } | undefined
  return problem?.code === 'request.stale' ? problem.current : undefined
}
