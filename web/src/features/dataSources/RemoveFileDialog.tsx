import { RemovalDialog } from '../../ui/admin/RemovalDialog.tsx'
import { dataSourcesApi, type LibraryFile } from './data/api.ts'
import { dataSourcesTexts } from './lang/en.ts'

export function RemoveFileDialog({ file, close }: { file: LibraryFile; close: () => void }) {
  const t = dataSourcesTexts.useText()
  const [remove, { isLoading, error }] = dataSourcesApi.useRemoveFileMutation()
  const { name, dataSourceId, fileId } = file
  return (
    <RemovalDialog
      {...{ t, name, isLoading, error, close }}
      remove={() => remove({ dataSourceId, fileId })}
    />
  )
}
