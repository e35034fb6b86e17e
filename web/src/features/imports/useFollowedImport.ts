import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { type ApiDispatch, api } from '../../api/api.ts'
import { useObservable } from '../../base/useObservable.ts'
import { toast } from '../../ui/toast.tsx'
import { importDialog } from '../openers/importDialog.ts'
import { type Import, importsApi, isRunning } from './data/api.ts'
import { importsTexts } from './lang/en.ts'

const POLL_MS = 1000

/**
 * The user's imports. Follows a running one to its end, then reloads the conversations and shows its report.
 */
export function useFollowedImport() {
  const dispatch: ApiDispatch = useDispatch()
  const { open, followed } = useObservable(importDialog)
  const { data, refetch } = importsApi.useListImportsQuery(undefined, {
    pollingInterval: followed ? POLL_MS : 0,
  })
  /** The import whose report is shown: the followed one, or an earlier one that the user selected. */
  const [reported, setReported] = useState<string | null>(null)

  useEffect(() => {
    if (open || followed) void refetch()
  }, [open, followed, refetch])
  useEffect(() => {
    const [latest] = data?.items ?? []
    const found = data?.items.find(({ importId }) => importId === followed)
    // An import started before this page was loaded, or in another window.
    if (latest && isRunning(latest) && followed !== latest.importId)
      importDialog.set({ followed: latest.importId })
    if (!found || isRunning(found)) return
    setReported(found.importId)
    dispatch(api.util.invalidateTags(['Conversations']))
    if (!importDialog.read().open) tell(found)
    importDialog.set({ followed: null })
  }, [data, followed, dispatch])
  return { imports: data?.items ?? [], followed, reported, setReported }
}

function tell({ phase, fileName, taken, total }: Import): void {
  const t = importsTexts.text
  if (phase === 'Failed') toast.error(t('failedNow', { name: fileName }))
  else toast.success(t('doneNow', { name: fileName, taken, total: total ?? taken }))
}
