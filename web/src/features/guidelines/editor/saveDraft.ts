import { same } from '../../../ui/admin/formState.ts'
import type { GuidelinesDocument, GuidelinesSection } from '../data/api.ts'
import {
  type DocumentValues,
  documentInput,
  documentValuesOf,
  type Merged,
  mergedDraft,
  type SectionKeys,
  sectionInput,
} from '../guidelinesForm.ts'

type Reply<T> = PromiseLike<{ data?: T | undefined; error?: unknown }>
type SectionInput = ReturnType<typeof sectionInput>

/** The calls that a draft is saved with. */
export interface DraftCalls {
  read: () => Reply<GuidelinesDocument>
  update: (input: ReturnType<typeof documentInput>, version: number) => Reply<unknown>
  add: (input: SectionInput, key: string) => Reply<GuidelinesSection>
  change: (documentSectionId: string, input: SectionInput, version: number) => Reply<unknown>
  remove: (documentSectionId: string) => Reply<unknown>
  order: (documentSectionIds: string[]) => Reply<unknown>
}

interface Draft {
  /** The values that the changes are based on. */
  base: DocumentValues
  mine: DocumentValues
  keys: SectionKeys
}

type Outcome =
  | { data: GuidelinesDocument }
  | { conflict: GuidelinesDocument; merged: Merged }
  | { error: unknown }

/** How often changes by others during the save are joined. */
const TRIES = 3

/**
 * Saves the changes of a draft call by call, on top of what others have saved meanwhile. If a call fails, the next attempt
 * continues there, because it begins with what is stored.
 */
export async function saveDraft(calls: DraftCalls, { base, mine, keys }: Draft): Promise<Outcome> {
  let failure: unknown
  for (let tries = 0; tries < TRIES; tries++) {
    const { data: stored, error } = await calls.read()
    if (!stored) return { error: failure ?? error }
    const theirs = documentValuesOf(stored, keys)
    const merged = mergedDraft(base, mine, theirs)
    if (merged.conflicts.length > 0) return { conflict: stored, merged }
    failure = await sendChanges(calls, stored, theirs, merged.values, keys)
    if (failure === undefined) {
      const saved = await calls.read()
      return saved.data ? { data: saved.data } : { error: saved.error }
    }
    if (!isOutdated(failure)) break
  }
  return { error: withoutObject(failure) }
}

/** The stored object was changed or removed after it was read. */
const isOutdated = (error: unknown): boolean =>
  ['request.stale', 'request.notFound'].includes((error as { data?: { code?: string } }).data?.code ?? '')

/** The object in an error is a section, or the document without its sections: nothing that the form could show. */
function withoutObject(error: unknown): unknown {
  const { data, ...rest } = error as { data?: { current?: unknown } }
  if (!data) return error
  const { current: _, ...said } = data
  return { ...rest, data: said }
}

/** Makes the calls that turn the stored draft into the wanted one. Returns the first error. */
async function sendChanges(
  calls: DraftCalls,
  stored: GuidelinesDocument,
  theirs: DocumentValues,
  wanted: DocumentValues,
  keys: SectionKeys,
): Promise<unknown> {
  if (!same(documentInput(theirs), documentInput(wanted))) {
    const { error } = await calls.update(documentInput(wanted), stored.version)
    if (error) return error
  }
  const wantedKeys = new Set(wanted.sections.map(({ key }) => key))
  const kept: string[] = []
  for (const { documentSectionId } of stored.sections) {
    if (wantedKeys.has(keys.keyOf(documentSectionId))) kept.push(documentSectionId)
    else {
      const { error } = await calls.remove(documentSectionId)
      if (error) return error
    }
  }
  for (const section of wanted.sections) {
    const { key } = section
    const id = keys.idOf(key)
    const before = stored.sections.find(({ documentSectionId }) => documentSectionId === id)
    const input = sectionInput(section)
    if (!before) {
      const { data, error } = await calls.add(input, key)
      if (!data) return ofSection(error, key)
      keys.add(key, data.documentSectionId)
      kept.push(data.documentSectionId)
    } else if (
      !same(input, { heading: before.heading, text: before.text, isInstruction: before.isInstruction })
    ) {
      const { error } = await calls.change(id, input, before.version)
      if (error) return ofSection(error, key)
    }
  }
  const order = wanted.sections.map(({ key }) => keys.idOf(key))
  if (same(order, kept)) return undefined
  return (await calls.order(order)).error
}

/** Names the section in the fields of an error. */
function ofSection(error: unknown, key: string): unknown {
  const failure = error as { data?: { errors?: { field: string }[] } }
  if (!failure.data?.errors) return error
  const errors = failure.data.errors.map((one) => ({ ...one, field: `sections.${key}.${one.field}` }))
  return { ...failure, data: { ...failure.data, errors } }
}
