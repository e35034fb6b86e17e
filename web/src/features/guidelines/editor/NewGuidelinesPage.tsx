import { useId, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { newId } from '../../../session/http.ts'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { EditSection, PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { SaveBar } from '../../../ui/admin/SaveBar.tsx'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { useNavigateIfHere, useNavigateNow } from '../../../ui/navigate.ts'
import { toast } from '../../../ui/toast.tsx'
import { NoPermission } from '../../frame/NoPermission.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { GuidelinesText } from '../../guidelinesConsent/GuidelinesText.tsx'
import { type GuidelinesTemplate, guidelinesApi } from '../data/api.ts'
import { editGuidelinesPath, guidelinesPath } from '../data/guidelinesPaths.ts'
import { documentErrors } from '../guidelinesForm.ts'
import { guidelinesTexts } from '../lang/en.ts'
import { useGuidelinesRights } from '../useGuidelinesRights.ts'
import '../guidelines.css'

/** /admin/guidelines/new: a title, and the template that the document starts with. */
export function NewGuidelinesPage() {
  const t = guidelinesTexts.useText()
  const { mayCreate } = useGuidelinesRights()
  usePageTitle(t('newTitle'))
  return mayCreate ? <NewDocument /> : <NoPermission action="GuidelinesDocumentsCreate" />
}

interface Values {
  title: string
  /** Empty for a document without sections. */
  guidelinesTemplateId: string
}
interface Created {
  version: number
  values: Values
  guidelinesDocumentId: string
}

function NewDocument() {
  const t = guidelinesTexts.useText()
  const navigate = useNavigateNow()
  const navigateIfHere = useNavigateIfHere()
  const wanted = useSearchParams()[0].get('template') ?? ''
  const [create] = guidelinesApi.useCreateGuidelinesDocumentMutation()
  const intent = useRef({ of: '', key: '' })
  const lift = useRef(() => {})
  // The initial values aren’t stored yet, so the entity has version 0 and no ID.
  const entity = useRef<Created>({
    version: 0,
    values: { title: '', guidelinesTemplateId: wanted },
    guidelinesDocumentId: '',
  })
  const form = useEditForm<Values, Created>({
    entity: entity.current,
    valuesOf: ({ values }) => values,
    validate: ({ title }) => documentErrors({ title, links: [], requireConsent: true, sections: [] }, t),
    save: async (values) => {
      // One idempotency key per content, so a retry doesn’t create a second document.
      const { guidelinesTemplateId } = values
      const input = { title: values.title.trim(), ...(guidelinesTemplateId && { guidelinesTemplateId }) }
      const of = JSON.stringify(input)
      if (intent.current.of !== of) intent.current = { of, key: newId() }
      const { data, error } = await create({ ...input, key: intent.current.key })
      return data
        ? { data: { version: data.version, values, guidelinesDocumentId: data.guidelinesDocumentId } }
        : { error }
    },
    saved: ({ guidelinesDocumentId, values }) => {
      lift.current()
      toast.success(t('created', { name: values.title.trim() }))
      void navigateIfHere(editGuidelinesPath(guidelinesDocumentId), { replace: true })
    },
  })
  lift.current = useLeaveGuard((form?.changed.length ?? 0) > 0)
  useWantedField(form?.wanted, () => {})
  useSaveKey(() => form?.submit())
  if (!form) return null
  const { values, errors, set, check } = form
  return (
    <PlainEditPage
      head={
        <PageHead title={t('newTitle')} parent={{ title: screenTitle('guidelines'), path: guidelinesPath }} />
      }
      bar={
        <SaveBar
          changes={form.changed.length}
          errors={Object.keys(errors).length}
          error={form.error}
          saving={form.saving}
          creating
          label={t('create')}
          cancel={() => void navigate(guidelinesPath)}
          save={() => void form.submit()}
        />
      }
    >
      <EditSection title={t('general')}>
        <TextField
          field="title"
          label={t('titleLabel')}
          hint={t('titleHint')}
          value={values.title}
          error={errors.title}
          autoFocus
          change={(title) => set('title', title)}
          leave={() => values.title !== '' && check('title')}
        />
      </EditSection>
      <EditSection title={t('template')} hint={t('templateHint')}>
        <TemplateChoice
          chosen={values.guidelinesTemplateId}
          choose={(guidelinesTemplateId) => set('guidelinesTemplateId', guidelinesTemplateId)}
        />
      </EditSection>
    </PlainEditPage>
  )
}

interface ChoiceProps {
  chosen: string
  choose: (guidelinesTemplateId: string) => void
}

function TemplateChoice({ chosen, choose }: ChoiceProps) {
  const t = guidelinesTexts.useText()
  const id = useId()
  const query = guidelinesApi.useListGuidelinesTemplatesInfiniteQuery({ search: '' })
  const templates = query.data?.pages.flatMap(({ items }) => items) ?? []
  // A template from the URL can be on a page that isn’t loaded yet.
  const isListed = templates.some(({ guidelinesTemplateId }) => guidelinesTemplateId === chosen)
  const one = guidelinesApi.useGetGuidelinesTemplateQuery(
    { guidelinesTemplateId: chosen },
    { skip: chosen === '' || isListed || !query.data },
  )
  const shown = one.currentData && !isListed ? [one.currentData, ...templates] : templates
  const template = shown.find(({ guidelinesTemplateId }) => guidelinesTemplateId === chosen)
  const option = (key: string, title: string, description: string) => (
    <label key={key} className="guidelines-template">
      <input
        type="radio"
        className="radio"
        name={id}
        checked={key === (template ? chosen : '')}
        onChange={() => choose(key)}
      />
      <span className="grow wrap">
        <bdi>{title}</bdi>
        {description && (
          <span className="s13 m2 guidelines-template-text" dir="auto">
            {description}
          </span>
        )}
      </span>
    </label>
  )
  if (query.error && !query.data) return <LoadError error={query.error} retry={query.refetch} />
  if (!query.data) return <ListSkeleton columns={1} />
  return (
    <>
      <div className="guidelines-templates" role="radiogroup" aria-label={t('template')}>
        {option('', t('noTemplate'), t('noTemplateHint'))}
        {shown.map(({ guidelinesTemplateId, title, description }) =>
          option(guidelinesTemplateId, title, description),
        )}
      </div>
      {query.hasNextPage && (
        <button
          type="button"
          className="btn ghost list-more"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
        >
          {t('moreTemplates')}
        </button>
      )}
      {template && <Preview template={template} />}
    </>
  )
}

function Preview({ template: { title, sections } }: { template: GuidelinesTemplate }) {
  const t = guidelinesTexts.useText()
  return (
    <section className="guidelines-preview" aria-label={t('templatePreview', { name: title })}>
      <GuidelinesText sections={sections} />
    </section>
  )
}
