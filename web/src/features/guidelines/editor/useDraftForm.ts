import { useMemo, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { type ApiDispatch, api } from '../../../api/api.ts'
import { newId } from '../../../session/http.ts'
import { type EditForm, useEditForm } from '../../../ui/admin/useEditForm.ts'
import { toast } from '../../../ui/toast.tsx'
import { type GuidelinesDocument, guidelinesApi } from '../data/api.ts'
import {
  type DocumentValues,
  documentErrors,
  documentValuesOf,
  pathOf,
  SectionKeys,
} from '../guidelinesForm.ts'
import { guidelinesTexts } from '../lang/en.ts'
import { type DraftCalls, saveDraft } from './saveDraft.ts'

/** A document as it was read. Its parts have versions of their own, so the form counts how often it was read. */
interface Read {
  version: number
  document: GuidelinesDocument
}

interface DraftForm extends EditForm<DocumentValues> {
  /** Returns the hash of the stored draft that the form is based on. */
  draftHash: () => string
}

/** The form of a document’s draft, which is saved section by section. */
export function useDraftForm(document: GuidelinesDocument): DraftForm | undefined {
  const t = guidelinesTexts.useText()
  const { guidelinesDocumentId } = document
  const dispatch = useDispatch<ApiDispatch>()
  const { current: keys } = useRef(new SectionKeys())
  const reads = useRef<Read[]>([])
  const read = (one: GuidelinesDocument): Read => {
    const found = { version: reads.current.length + 1, document: one }
    reads.current.push(found)
    return found
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server is a new read.
  const entity = useMemo(() => read(document), [document])
  const calls = useDraftCalls(guidelinesDocumentId)
  const join = useRef((_: DocumentValues) => {})
  const theirSections = useRef<DocumentValues['sections']>([])
  const form = useEditForm<DocumentValues, Read>({
    entity,
    valuesOf: (one) => documentValuesOf(one.document, keys),
    pathOf,
    validate: (values) => documentErrors(values, t),
    async save(mine, version) {
      const base = documentValuesOf(reads.current[version - 1]!.document, keys)
      const outcome = await saveDraft(calls, { base, mine, keys })
      if ('conflict' in outcome) {
        // What others changed in other sections is kept, whichever version of this one is chosen.
        join.current(outcome.merged.values)
        theirSections.current = outcome.merged.theirSections
        return { error: stale(read(outcome.conflict)) }
      }
      if ('error' in outcome) return { error: outcome.error }
      const tags = ['GuidelinesDocuments', { type: 'GuidelinesDocument', id: guidelinesDocumentId }, 'Agents']
      dispatch(api.util.invalidateTags(tags as Parameters<typeof api.util.invalidateTags>[0]))
      return { data: read(outcome.data) }
    },
    saved: ({ document: { title } }) => toast.success(t('saved', { name: title })),
  })
  join.current = ({ sections }) => form?.set('sections', sections)
  return (
    form && {
      ...form,
      draftHash: () => reads.current.at(-1)!.document.draftHash,
      // Theirs are only the sections that both have changed. My other ones are saved, too.
      resolve({ sections, ...others }) {
        const isTheirs = sections === 'theirs'
        const mine = isTheirs ? { sections: theirSections.current } : {}
        form.resolve({ ...others, ...(sections && { sections: 'mine' as const }) }, mine)
      },
    }
  )
}

/** The error with which the form shows an edit conflict. */
const stale = (current: Read) => ({ status: 412, data: { code: 'request.stale', current } })

function useDraftCalls(guidelinesDocumentId: string): DraftCalls {
  const [read] = guidelinesApi.useLazyGetGuidelinesDocumentQuery()
  const [update] = guidelinesApi.useUpdateGuidelinesDocumentMutation()
  const [add] = guidelinesApi.useCreateGuidelinesSectionMutation()
  const [change] = guidelinesApi.useUpdateGuidelinesSectionMutation()
  const [remove] = guidelinesApi.useRemoveGuidelinesSectionMutation()
  const [order] = guidelinesApi.useOrderSectionsMutation()
  const one = { guidelinesDocumentId }
  const intents = useRef(new Map<string, { of: string; key: string }>())
  return {
    read: () => read(one),
    update: (input, version) => update({ ...one, ...input, version }),
    add(input, key) {
      // One idempotency key per content, so a retry doesn’t add a second section.
      const of = JSON.stringify(input)
      const before = intents.current.get(key)
      const intent = before?.of === of ? before : { of, key: newId() }
      intents.current.set(key, intent)
      return add({ ...one, ...input, key: intent.key })
    },
    change: (documentSectionId, input, version) => change({ ...one, documentSectionId, ...input, version }),
    remove: (documentSectionId) => remove({ ...one, documentSectionId }),
    order: (documentSectionIds) => order({ ...one, documentSectionIds }),
  }
}
