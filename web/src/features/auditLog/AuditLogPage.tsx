import { History } from 'lucide-react'
import { useState } from 'react'
import { useAddressParams, withValues } from '../../ui/addressParams.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { useListAddress } from '../../ui/admin/useListAddress.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { auditLogApi } from './data/api.ts'
import { type AuditAddress, filterOf, readAddress, withChange } from './data/auditAddress.ts'
import { EntryList } from './EntryList.tsx'
import { EntryPane } from './EntryPane.tsx'
import { Filters } from './Filters.tsx'
import { HeadActions } from './HeadActions.tsx'
import { auditLogTexts } from './lang/en.ts'
import { Verdict } from './Verdict.tsx'
import './auditLog.css'
import { screenTitle } from '../frame/screens.ts'

/** /admin/audit: what was changed, by whom and when, and how to restore it. */
export function AuditLogPage() {
  const t = auditLogTexts.useText()
  usePageTitle(screenTitle('auditLogs'))
  const [params, changeParams] = useAddressParams()
  const address = readAddress(params)
  const filter = filterOf(address, new Date())
  const query = auditLogApi.useListAuditEntriesInfiniteQuery(filter, { refetchOnMountOrArgChange: true })
  const control = useListAddress([], '')
  const [verify, verification] = auditLogApi.useVerifyAuditLogMutation()
  const [closed, setClosed] = useState(false)
  const rows = query.currentData?.pages.flatMap(({ items }) => items) ?? []
  // Opening an entry adds a history entry, and changing the filters doesn't.
  const change = (next: Partial<AuditAddress>) =>
    changeParams((now) => withChange(now, next), next.entry === undefined)

  return (
    <div className="page audit" data-open={address.entry !== '' || undefined}>
      <PageHead title={screenTitle('auditLogs')}>
        <HeadActions
          filter={filter}
          verifying={verification.isLoading}
          verify={() => {
            setClosed(false)
            void verify()
          }}
        />
      </PageHead>
      {!closed && <Verdict {...verification} close={() => setClosed(true)} />}
      <Filters address={address} change={change} control={control} rows={rows} />
      <div className="audit-body">
        <EntryList
          query={query}
          rows={rows}
          open={address.entry}
          addressOf={(entry) => `?${withChange(params, { entry })}`}
          narrowed={Object.keys(filter).length > 0}
          clear={() => {
            control.clear()
            changeParams((now) => withValues(new URLSearchParams(), { entry: now.get('entry') ?? '' }))
          }}
        />
        <section className="audit-pane" aria-label={t('pane')}>
          {address.entry ? (
            <EntryPane
              key={address.entry}
              auditEntryId={address.entry}
              change={change}
              back={`?${withChange(params, { entry: '' })}`}
            />
          ) : (
            <EmptyList Icon={History} text={t('choose')} />
          )}
        </section>
      </div>
    </div>
  )
}
