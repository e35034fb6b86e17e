import { History } from 'lucide-react'
import { formatExactMoment } from '../../../lang/format.ts'
import { AvatarGroup } from '../../../ui/AvatarGroup.tsx'
import { Difference } from '../../../ui/admin/difference/Difference.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { labelOfPath } from '../brandForm.ts'
import { brandsApi, type HistoryEntry } from '../data/api.ts'
import { type BrandsText, brandsTexts } from '../lang/en.ts'
import { FieldValue } from './FieldValue.tsx'
import { bySet } from './history.ts'

/** The brand's change history, newest first: time, author, and each field before and after. */
export function HistoryTab({ brandKey }: { brandKey: string }) {
  const t = brandsTexts.useText()
  const query = brandsApi.useListBrandHistoryInfiniteQuery(brandKey, { refetchOnMountOrArgChange: true })
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (query.error && entries.length === 0) return <LoadError error={query.error} retry={query.refetch} />
  if (query.data && entries.length === 0) return <EmptyList Icon={History} text={t('historyEmpty')} />
  return (
    <>
      {entries.length > 0 && (
        <div className="row history-people">
          <span className="m2 s13">{t('changedBy')}</span>
          <AvatarGroup names={entries.map(({ actorName }) => actorName)} label={t('changedBy')} />
        </div>
      )}
      <ol className="history" aria-busy={query.isFetching}>
        {entries.map((entry) => (
          <Entry key={entry.auditEntryId} entry={entry} t={t} />
        ))}
      </ol>
      {query.isFetchNextPageError && <LoadError error={query.error} retry={query.fetchNextPage} />}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <button type="button" className="btn ghost sm" onClick={() => void query.fetchNextPage()}>
          {t('historyMore')}
        </button>
      )}
    </>
  )
}

const verbs = ['create', 'update', 'theme', 'file', 'import', 'restore'] as const
const verbKey = (verb: string) => `verb.${verbs.find((one) => one === verb) ?? 'other'}` as const

function Entry({ entry, t }: { entry: HistoryEntry; t: BrandsText }) {
  const { at, actorName, verb, changes } = entry
  // New objects have no previous values.
  const created = verb === 'create' || verb === 'import'
  return (
    <li className="history-entry">
      <div className="s13">
        <bdi className="history-who">{actorName}</bdi> {t(verbKey(verb))}
      </div>
      <time className="small m3 num" dateTime={at}>
        {formatExactMoment(at)}
      </time>
      {changes.length > 0 && (
        <Difference
          changes={bySet(changes)}
          labelOf={(field) => labelOf(field, t)}
          show={(field, value) => <FieldValue field={field} value={value} />}
          created={created}
        />
      )}
    </li>
  )
}

const labelOf = (field: string, t: BrandsText) => (field === 'hostNames' ? t('hosts') : labelOfPath(field, t))
