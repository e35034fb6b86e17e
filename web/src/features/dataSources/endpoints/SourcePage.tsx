import { skipToken } from '@reduxjs/toolkit/query'
import { useParams } from 'react-router'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { toast } from '../../../ui/toast.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { type EndpointsType, type Source, sourcesApi } from '../data/sourcesApi.ts'
import { isLibraryMissing, LibraryWait } from '../LibraryWait.tsx'
import { errorsOf, inputOf, pathOf, type SourceValues, valuesOf } from './endpointsForm.ts'
import { endpointsTexts } from './lang/en.ts'
import { SourceEditor } from './SourceEditor.tsx'
import { typeIn } from './sourcePaths.ts'

/** /admin/datasource/{dataSourceType}/{endpointsType}/{dataSourceId}/edit: where a library's files, vectors, and index are. */
export function SourcePage() {
  const params = useParams()
  const { dataSourceId = '' } = params
  const type = typeIn(params)
  const { currentData, error, refetch } = sourcesApi.useGetSourceQuery(
    type ? { endpointsType: type, dataSourceId } : skipToken,
    { refetchOnMountOrArgChange: true },
  )
  const missing = type === null || isLibraryMissing(error)
  usePageTitle(currentData?.name ?? screenTitle('fileLibraries'))
  // Keyed by library, so no state carries over.
  if (currentData && type && !missing) return <Editor key={dataSourceId} source={currentData} type={type} />
  return <LibraryWait error={error} missing={missing} retry={refetch} />
}

function Editor({ source, type }: { source: Source; type: EndpointsType }) {
  const t = endpointsTexts.useText()
  const [update] = sourcesApi.useUpdateSourceMutation()
  const { dataSourceId } = source
  const form = useEditForm<SourceValues, Source>({
    entity: source,
    valuesOf,
    pathOf,
    validate: (values) => errorsOf(values, type, source.endpoints, t),
    save: (values, version, changed) =>
      update({ ...inputOf(values, type, changed), endpointsType: type, dataSourceId, version }),
    saved: ({ name }) => toast.success(t('saved', { name })),
  })
  if (!form) return null
  return (
    <SourceEditor
      form={form}
      type={type}
      title={source.name}
      source={source}
      readOnly={!source.mayWrite}
      cancel={form.discard}
    />
  )
}
