import { fetchFile } from '../../../api/fetchFile.ts'
import { errorText } from '../../../ui/errorText.ts'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { toast } from '../../../ui/toast.tsx'
import { dataSourcesApi, type LibraryFile } from '../data/api.ts'
import { dataSourcesTexts } from '../lang/en.ts'

export type FileAction = { action: 'Remove' } | { action: 'Retry' } | { action: 'Move'; folder: string }

/** The most files that one action changes. */
export const FILES_AT_ONCE = 500

/** Changes several files of a library, and says what became of them. */
export function useFileChanges(dataSourceId: string) {
  const t = dataSourcesTexts.useText()
  const [change, { isLoading, error, reset }] = dataSourcesApi.useChangeFilesMutation()

  /** Returns the files that stayed as they are, or null if the request failed. */
  async function run(files: readonly LibraryFile[], action: FileAction): Promise<string[] | null> {
    const fileIds = files.map(({ fileId }) => fileId)
    const { data } = await change({ dataSourceId, fileIds, ...action })
    if (!data) return null
    const taken = data.failed.filter(({ code }) => code === 'file.nameTaken').length
    if (taken > 0) toast.error(t('namesTaken', { count: taken }))
    if (action.action === 'Remove' && data.changed > 0)
      toast.success(t('filesRemoved', { count: data.changed }))
    return data.failed.map(({ fileId }) => fileId)
  }

  async function download({ name, fileId }: LibraryFile): Promise<void> {
    try {
      saveFile(await fetchFile('dataSources.getFileContent', { dataSourceId, fileId }), name)
    } catch (problem) {
      toast.error(errorText(problem))
    }
  }

  return { run, download, isLoading, error, reset }
}
