import { useRef } from 'react'
import { useLocation, useParams } from 'react-router'
import { newId } from '../../../session/http.ts'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useNavigateIfHere, useNavigateNow } from '../../../ui/navigate.ts'
import { toast } from '../../../ui/toast.tsx'
import { useActions } from '../../currentUser/data/useActions.ts'
import { NoPermission } from '../../frame/NoPermission.tsx'
import { usePageTitle } from '../../frame/useProductName.ts'
import { type EndpointsType, sourcesApi } from '../data/sourcesApi.ts'
import { LibraryWait } from '../LibraryWait.tsx'
import { blankValues, errorsOf, inputOf, pathOf, type SourceValues } from './endpointsForm.ts'
import { endpointsTexts } from './lang/en.ts'
import { SourceEditor } from './SourceEditor.tsx'
import { newSourcePath, typeIn } from './sourcePaths.ts'

/** /admin/datasource/{dataSourceType}/{endpointsType}/new */
export function NewSourcePage() {
  const t = endpointsTexts.useText()
  usePageTitle(t('newTitle'))
  const { held } = useActions()
  const type = typeIn(useParams())
  if (!held.has('DataSourcesCreate')) return <NoPermission action="DataSourcesCreate" />
  return type ? <NewSource type={type} /> : <LibraryWait missing />
}

interface Created {
  version: number
  values: SourceValues
  dataSourceId: string
}

function NewSource({ type }: { type: EndpointsType }) {
  const t = endpointsTexts.useText()
  const navigate = useNavigateNow()
  const navigateIfHere = useNavigateIfHere()
  const [create] = sourcesApi.useCreateSourceMutation()
  const intent = useRef({ of: '', key: '' })
  const lift = useRef(() => {})
  const typed = useLocation().state as Partial<SourceValues> | null
  // The initial values aren't stored yet, so the entity has version 0 and no ID.
  const entity = useRef<Created>({ version: 0, values: { ...blankValues, ...typed }, dataSourceId: '' })
  const form = useEditForm<SourceValues, Created>({
    entity: entity.current,
    valuesOf: ({ values }) => values,
    pathOf,
    validate: (values) => errorsOf(values, type, null, t),
    save: async (values, _version, changed) => {
      const { name = '', ...input } = inputOf(values, type, [...changed, 'blobContainerUrl'])
      // One idempotency key per content, so a retry doesn't create a second library.
      const of = JSON.stringify([type, name, input])
      if (intent.current.of !== of) intent.current = { of, key: newId() }
      const { data, error } = await create({ endpointsType: type, name, ...input, key: intent.current.key })
      if (!data) return { error }
      const { version, dataSourceId } = data
      return { data: { version, values, dataSourceId } }
    },
    saved: ({ dataSourceId, values }) => {
      lift.current()
      toast.success(t('saved', { name: values.name.trim() }))
      void navigateIfHere(`/admin/datasource/${dataSourceId}/edit`, { replace: true })
    },
  })
  if (!form) return null
  return (
    <SourceEditor
      form={form}
      type={type}
      title={t('newTitle')}
      readOnly={false}
      cancel={() => void navigate('/admin/datasource')}
      creating={{
        lift,
        // Keys never become part of the browser's history.
        choose(chosen) {
          lift.current()
          const { name, description } = form.values
          void navigate(newSourcePath(chosen), { replace: true, state: { name, description } })
        },
      }}
    />
  )
}
