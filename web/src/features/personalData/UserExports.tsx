import { useEffect, useState } from 'react'
import { ListSkeleton } from '../../ui/admin/ListSkeleton.tsx'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { toast } from '../../ui/toast.tsx'
import { currentUserApi } from '../currentUser/data/api.ts'
import { useActions } from '../currentUser/data/useActions.ts'
import { type DataExport, isRunning, POLL_MS, personalDataApi } from './data/api.ts'
import { ExportList } from './ExportList.tsx'
import { personalDataTexts } from './lang/en.ts'

/** The exports of a user's data that others asked for. One can be approved by a third person. */
export function UserExports({ userId }: { userId: string }) {
  const t = personalDataTexts.useText()
  const { held } = useActions()
  const { data: me } = currentUserApi.useGetCurrentUserQuery()
  const [polling, setPolling] = useState(0)
  const { data, error, refetch } = personalDataApi.useListDataExportsQuery(
    { userId },
    { refetchOnMountOrArgChange: true, pollingInterval: polling },
  )
  const [approve, { isLoading }] = personalDataApi.useApproveDataExportMutation()
  const runs = data?.items.some(isRunning) ?? false
  useEffect(() => setPolling(runs ? POLL_MS : 0), [runs])
  const mayRead = held.has('UserConversationsRead')

  async function confirm({ dataExportId }: DataExport) {
    if (isLoading) return
    const { error: refused } = await approve({ userId, dataExportId })
    if (refused) toast.error(errorText(refused))
    else toast.success(t('approved'))
  }

  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <ListSkeleton columns={1} />
  if (data.items.length === 0) return <p className="s13">{t('noExports')}</p>
  return (
    <ExportList
      items={data.items}
      own={false}
      canDownload={({ state, approval, requestedBy }) =>
        state === 'Ready' && approval !== 'Waiting' && requestedBy === me?.userId && mayRead
      }
      actionsOf={(one) =>
        one.approval === 'Waiting' &&
        mayRead &&
        me &&
        one.requestedBy !== me.userId &&
        one.state !== 'Expired' &&
        one.state !== 'Failed' && (
          <button
            type="button"
            className="btn soft sm"
            aria-disabled={isLoading}
            aria-label={t('approveOf', { name: one.requesterName })}
            onClick={() => void confirm(one)}
          >
            {t('approve')}
          </button>
        )
      }
    />
  )
}
