import { useRef } from 'react'
import { i18next, type Language } from '../../../lang/i18n.ts'
import { newId } from '../../../session/http.ts'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useNavigateIfHere, useNavigateNow } from '../../../ui/navigate.ts'
import { toast } from '../../../ui/toast.tsx'
import { NoPermission } from '../../frame/NoPermission.tsx'
import { usePageTitle } from '../../frame/useProductName.ts'
import { guidelinesApi } from '../data/api.ts'
import { editTemplatePath, templatesPath } from '../data/guidelinesPaths.ts'
import {
  blankSection,
  pathOf,
  type TemplateValues,
  templateErrors,
  templateInput,
} from '../guidelinesForm.ts'
import { guidelinesTexts } from '../lang/en.ts'
import { useGuidelinesRights } from '../useGuidelinesRights.ts'
import { TemplateEditor } from './TemplateEditor.tsx'

/** /admin/guidelines/template/new */
export function NewTemplatePage() {
  const t = guidelinesTexts.useText()
  const { mayCreate } = useGuidelinesRights()
  usePageTitle(t('newTemplateTitle'))
  return mayCreate ? <NewTemplate /> : <NoPermission action="GuidelinesDocumentsCreate" />
}

interface Created {
  version: number
  values: TemplateValues
  guidelinesTemplateId: string
}

function NewTemplate() {
  const t = guidelinesTexts.useText()
  const navigate = useNavigateNow()
  const navigateIfHere = useNavigateIfHere()
  const [create] = guidelinesApi.useCreateGuidelinesTemplateMutation()
  const intent = useRef({ of: '', key: '' })
  const lift = useRef(() => {})
  // The initial values aren’t stored yet, so the entity has version 0 and no ID.
  const entity = useRef<Created>({
    version: 0,
    values: {
      title: '',
      description: '',
      language: i18next.language as Language,
      sections: [blankSection('0')],
    },
    guidelinesTemplateId: '',
  })
  const form = useEditForm<TemplateValues, Created>({
    entity: entity.current,
    valuesOf: ({ values }) => values,
    pathOf,
    validate: (values) => templateErrors(values, t),
    save: async (values) => {
      // One idempotency key per content, so a retry doesn’t create a second template.
      const input = templateInput(values)
      const of = JSON.stringify(input)
      if (intent.current.of !== of) intent.current = { of, key: newId() }
      const { data, error } = await create({ ...input, key: intent.current.key })
      return data
        ? { data: { version: data.version, values, guidelinesTemplateId: data.guidelinesTemplateId } }
        : { error }
    },
    saved: ({ guidelinesTemplateId, values }) => {
      lift.current()
      toast.success(t('created', { name: values.title.trim() }))
      void navigateIfHere(editTemplatePath(guidelinesTemplateId), { replace: true })
    },
  })
  if (!form) return null
  return (
    <TemplateEditor
      form={form}
      title={t('newTemplateTitle')}
      creating={lift}
      readOnly={false}
      saveLabel={t('createTemplate')}
      cancel={() => void navigate(templatesPath)}
    />
  )
}
