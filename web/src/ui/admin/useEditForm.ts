import { useCallback, useEffect, useRef, useState } from 'react'
import { problemOf } from '../../transport/apiError.ts'
import { errorText } from '../errorText.ts'
import {
  afterSave,
  asTyped,
  type Choice,
  changedFields,
  chosenValues,
  type Difference,
  differences,
  type Errors,
  errorsWithout,
  type Field,
  type FormState,
  fieldOf,
  rebased,
} from './formState.ts'

export interface Entity {
  version: number
}

interface Options<V, E extends Entity> {
  /** The object on the server, or undefined while it loads. */
  entity: E | undefined
  valuesOf: (entity: E) => V
  validate: (values: V) => Errors
  /** Saves over this version. Returns the same shape as RTK Query's mutations. */
  save: (
    values: V,
    version: number,
    changed: readonly Field<V>[],
  ) => Promise<{ data?: E | undefined; error?: unknown }>
  /** Maps the server's field name to the form's path. `values` are those that were sent. */
  pathOf?: (serverField: string, values: V) => string
  saved?: (entity: E) => void
}

/**
 * Who asks to save: the user, who is then taken to the first error, or the page itself during typing. Autosave
 * neither moves the focus nor trims trailing spaces.
 */
export type Asked = 'byPerson' | 'byItself'

interface Conflict<V> {
  differences: Difference<V>[]
  theirs: V
  version: number
}

export interface EditForm<V> {
  values: V
  /** The values that changes are based on. */
  base: V
  changed: Field<V>[]
  errors: Errors
  saving: boolean
  /** Why the last save failed, unless a field has the error. */
  error: unknown
  conflict: Conflict<V> | undefined
  /** The error to show, as a new object with each attempt. */
  wanted: { path: string } | undefined
  set: <F extends Field<V>>(field: F, value: V[F]) => void
  /** Validates a field when the user leaves it. */
  check: (field: Field<V>) => void
  /** Saves the input. Returns whether nothing is left to save. */
  submit: (asked?: Asked) => Promise<boolean>
  discard: () => void
  /** `mine` replaces some of the values that are kept as mine, for fields whose parts can be joined. */
  resolve: (choices: Record<string, Choice>, mine?: Partial<V>) => void
  leaveConflict: () => void
}

/** Keeps unsaved values on top of the server's, and rebases them whenever the object is reloaded. */
function useFormState<V extends object, E extends Entity>({ entity, valuesOf }: Options<V, E>) {
  const [stored, setForm] = useState<FormState<V>>()
  const seen = useRef<E>(undefined)
  const form =
    stored ?? (entity && { base: valuesOf(entity), version: entity.version, values: valuesOf(entity) })
  if (!stored && form) setForm(form)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values of an entity object never change.
  useEffect(() => {
    if (!entity || seen.current === entity) return
    seen.current = entity
    setForm((now) =>
      now && entity.version > now.version ? rebased(now, valuesOf(entity), entity.version) : now,
    )
  }, [entity])
  return { form, setForm }
}

function useErrors() {
  const [errors, setErrors] = useState<Errors>({})
  const [error, setError] = useState<unknown>()
  const [wanted, setWanted] = useState<{ path: string }>()
  return {
    errors,
    error,
    wanted,
    setErrors,
    setError,
    show: (found: Errors, asked: Asked) => {
      setErrors(found)
      const [path] = Object.keys(found)
      if (path !== undefined && asked === 'byPerson') setWanted({ path })
    },
  }
}

/** Saves, even over another version if that is safe. Returns the edit conflict, if there is one. */
async function send<V extends object, E extends Entity>(
  options: Options<V, E>,
  now: FormState<V>,
): Promise<{ data: E } | { conflict: Conflict<V> } | { error: unknown }> {
  const { data, error } = await options.save(now.values, now.version, changedFields(now.base, now.values))
  if (data) return { data }
  const current = currentOf<E>(error)
  if (!current) return { error }
  const theirs = options.valuesOf(current)
  const { version } = current
  const found = differences(now.base, now.values, theirs)
  // The only changes are outside this form, such as an image.
  if (version > now.version && found.every(({ changedBy }) => changedBy === 'me'))
    return send(options, { ...now, base: theirs, version })
  return { conflict: { differences: found, theirs, version } }
}

/** Returns the field errors of a rejected save by the form's paths, if there are any. */
function refusedFields(failure: unknown, pathOf: (field: string) => string): Errors {
  const problem = problemOf(failure)
  const named = problem?.errors ?? []
  // An error with its own code is localized. If there are several errors, each has its own message.
  const own = problem && problem.code !== 'request.invalid' && named.length === 1
  return Object.fromEntries(
    named.map(({ field, message }) => [pathOf(field), own ? errorText(failure) : message]),
  )
}

/**
 * The state of an edit page: unsaved values on top of the server's, validation errors, saving, and edit
 * conflicts. No error discards the user's input.
 */
export function useEditForm<V extends object, E extends Entity>(
  options: Options<V, E>,
): EditForm<V> | undefined {
  const { validate, pathOf = (field) => field } = options
  const { form, setForm } = useFormState(options)
  const { errors, error, wanted, setErrors, setError, show } = useErrors()
  const [saving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict<V>>()
  const underWay = useRef<Promise<boolean>>(undefined)

  /** Runs one save at a time. Further requests wait for it. */
  function attempt(now: FormState<V>, asked: Asked = 'byPerson'): Promise<boolean> {
    underWay.current ??= tried(now, asked).finally(() => {
      underWay.current = undefined
    })
    return underWay.current
  }

  async function tried(now: FormState<V>, asked: Asked): Promise<boolean> {
    setError(undefined)
    const found = validate(now.values)
    show(found, asked)
    if (Object.keys(found).length > 0) return false
    setSaving(true)
    const answer = await send(options, now).finally(() => setSaving(false))
    if ('conflict' in answer) {
      setConflict(answer.conflict)
      return false
    }
    if ('error' in answer) {
      const refused = refusedFields(answer.error, (field) => pathOf(field, now.values))
      if (Object.keys(refused).length > 0) show(refused, asked)
      else setError(answer.error)
      return false
    }
    const { data } = answer
    const saved = options.valuesOf(data)
    const base = asked === 'byItself' ? asTyped(now.values, saved) : saved
    setForm((latest) => latest && afterSave(latest, now.values, base, data.version))
    options.saved?.(data)
    return true
  }

  const set = useCallback(
    <F extends Field<V>>(field: F, value: V[F]) => {
      setForm((now) => now && { ...now, values: { ...now.values, [field]: value } })
      setErrors((now) => errorsWithout(now, field))
    },
    [setForm, setErrors],
  )

  function resolve(choices: Record<string, Choice>, mine: Partial<V> = {}) {
    if (!conflict || !form) return
    const { theirs, version } = conflict
    const next = { base: theirs, version, values: chosenValues(theirs, { ...form.values, ...mine }, choices) }
    setConflict(undefined)
    setForm(next)
    if (changedFields(theirs, next.values).length > 0) void attempt(next)
  }

  if (!form) return undefined
  const { base, values } = form
  const actions = {
    set,
    check: (field: Field<V>) => {
      const found = Object.entries(validate(values)).filter(([path]) => fieldOf(path) === field)
      setErrors((now) => ({ ...errorsWithout(now, field), ...Object.fromEntries(found) }))
    },
    submit: (asked?: Asked) => attempt(form, asked),
    discard: () => {
      setForm({ ...form, values: base })
      setErrors({})
      setError(undefined)
    },
    resolve,
    leaveConflict: () => setConflict(undefined),
  }
  return {
    values,
    base,
    changed: changedFields(base, values),
    errors,
    error,
    wanted,
    saving,
    conflict,
    ...actions,
  }
}

/** Returns the current object from a stale-version error. */
function currentOf<E extends Entity>(error: unknown): E | undefined {
  const problem = problemOf(error) as { code: string; current?: E } | undefined
  return problem?.code === 'request.stale' ? problem.current : undefined
}
