import { type DataSource, dataSourcesApi } from './data/api.ts'
import { LibraryForm } from './LibraryForm.tsx'
import { dataSourcesTexts } from './lang/en.ts'

/** Changes the name and description of a library. */
export function EditLibraryDialog({ library, close }: { library: DataSource; close: () => void }) {
  const t = dataSourcesTexts.useText()
  const [update, { isLoading, error }] = dataSourcesApi.useUpdateLibraryMutation()
  const { dataSourceId, version, name, description } = library
  return (
    <LibraryForm
      title={t('editLibraryTitle')}
      verb={t('save')}
      before={{ name, description }}
      isLoading={isLoading}
      error={error}
      close={close}
      save={async (values) => {
        const answer = await update({ fileLibraryId: dataSourceId, version, ...values })
        if (!answer.error) close()
      }}
    />
  )
}
