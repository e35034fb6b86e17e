import { useParams } from 'react-router'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { toast } from '../../../ui/toast.tsx'
import { usePageTitle } from '../../frame/useProductName.ts'
import { type GuidelinesTemplate, guidelinesApi } from '../data/api.ts'
import { GuidelinesWait } from '../editor/GuidelinesWait.tsx'
import {
  pathOf,
  type TemplateValues,
  templateErrors,
  templateInput,
  templateValuesOf,
} from '../guidelinesForm.ts'
import { guidelinesTexts } from '../lang/en.ts'
import { useGuidelinesRights } from '../useGuidelinesRights.ts'
import { TemplateEditor } from './TemplateEditor.tsx'

/** /admin/guidelines/template/{guidelinesTemplateId}/edit */
export function TemplateEditorPage() {
  const { guidelinesTemplateId = '' } = useParams()
  // Keyed by template, so no state carries over.
  return <Loaded key={guidelinesTemplateId} guidelinesTemplateId={guidelinesTemplateId} />
}

function Loaded({ guidelinesTemplateId }: { guidelinesTemplateId: string }) {
  const t = guidelinesTexts.useText()
  const { data, error, refetch } = guidelinesApi.useGetGuidelinesTemplateQuery(
    { guidelinesTemplateId },
    { refetchOnMountOrArgChange: true },
  )
  usePageTitle(data?.title ?? t('templatesTitle'))
  if (data) return <Editor template={data} />
  return <GuidelinesWait kind="template" error={error} retry={refetch} />
}

function Editor({ template }: { template: GuidelinesTemplate }) {
  const t = guidelinesTexts.useText()
  const { mayWrite } = useGuidelinesRights()
  const { guidelinesTemplateId } = template
  const [update] = guidelinesApi.useUpdateGuidelinesTemplateMutation()
  const form = useEditForm<TemplateValues, GuidelinesTemplate>({
    entity: template,
    valuesOf: templateValuesOf,
    pathOf,
    validate: (values) => templateErrors(values, t),
    save: (values, version) => update({ ...templateInput(values), guidelinesTemplateId, version }),
    saved: ({ title }) => toast.success(t('saved', { name: title })),
  })
  if (!form) return null
  return (
    <TemplateEditor
      form={form}
      title={template.title}
      readOnly={!mayWrite}
      saveLabel={t('saveTemplate')}
      cancel={form.discard}
    />
  )
}
