import { History } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate, formatTime } from '../../lang/format.ts'
import { ListSkeleton } from '../../ui/admin/ListSkeleton.tsx'
import { EmptyList, NoMatch } from '../../ui/admin/ListStates.tsx'
import { adminTexts } from '../../ui/admin/lang/en.ts'
import type { ListQuery } from '../../ui/admin/listShape.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { areaIcon } from '../frame/screens.ts'
import type { EntryRow } from './data/api.ts'
import { byDay } from './data/auditAddress.ts'
import { type AuditLogText, auditLogTexts } from './lang/en.ts'
import { actorName, deed, type Names, objectName } from './sentences.ts'
import { useNames } from './useNames.ts'

interface Props {
  query: ListQuery<EntryRow>
  rows: readonly EntryRow[]
  /** The ID of the open entry. */
  open: string
  addressOf: (auditEntryId: string) => string
  narrowed: boolean
  clear: () => void
}

/** The entries grouped by day, newest first. They become cards if there is no room for two columns. */
export function EntryList({ query, rows, open, addressOf, narrowed, clear }: Props) {
  const t = auditLogTexts.useText()
  const common = adminTexts.useText()
  const names = useNames()
  const unread = Boolean(query.error) && !query.isFetchNextPageError && !query.currentData
  return (
    <div className="audit-list" aria-busy={query.isFetching}>
      {unread ? (
        <LoadError error={query.error} retry={query.refetch} />
      ) : !query.currentData ? (
        <ListSkeleton columns={1} />
      ) : rows.length === 0 ? (
        narrowed ? (
          <NoMatch clear={clear} filtered />
        ) : (
          <EmptyList Icon={History} text={t('empty')} />
        )
      ) : (
        byDay(rows).map(([day, entries]) => (
          <section key={day}>
            <h2 className="over audit-day-name">{dayName(entries[0]?.at ?? '', t)}</h2>
            <ul>
              {entries.map((entry) => (
                <li key={entry.auditEntryId}>
                  <Row
                    entry={entry}
                    open={entry.auditEntryId === open}
                    to={addressOf(entry.auditEntryId)}
                    names={names}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
      {query.isFetchNextPageError && <LoadError error={query.error} retry={query.fetchNextPage} />}
      {query.hasNextPage && !query.isFetchNextPageError && !unread && (
        <button
          type="button"
          className="btn ghost list-more"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
        >
          {common('more')}
        </button>
      )}
    </div>
  )
}

interface RowProps {
  entry: EntryRow
  open: boolean
  to: string
  names: Names
}

function Row({ entry, open, to, names }: RowProps) {
  const t = auditLogTexts.useText()
  const Icon = areaIcon(entry.area)
  return (
    <Link to={to} className="row audit-row" aria-current={open || undefined}>
      <time className="num m3 small audit-time" dateTime={entry.at}>
        {formatTime(entry.at)}
      </time>
      <Icon size={18} className="audit-icon" />
      <span className="grow audit-sentence">
        <span className="m2">
          <bdi>{actorName(entry, t)}</bdi> {deed(entry, t, names)}
        </span>{' '}
        <bdi className="audit-object">{objectName(entry, t, names)}</bdi>
      </span>
      {entry.outcome !== 'Done' && <OutcomeChip outcome={entry.outcome} />}
    </Link>
  )
}

export function OutcomeChip({ outcome }: { outcome: EntryRow['outcome'] }) {
  const t = auditLogTexts.useText()
  const kind = { Done: 'ok', Refused: 'w', Failed: 'e' }[outcome]
  return <span className={`chip ${kind}`}>{t(`outcome.${outcome}`)}</span>
}

function dayName(at: string, t: AuditLogText): string {
  const today = new Date()
  const dayOf = (date: Date) => date.toDateString()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (dayOf(new Date(at)) === dayOf(today)) return t('today')
  if (dayOf(new Date(at)) === dayOf(yesterday)) return t('yesterday')
  return formatDate(at, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(new Date(at).getFullYear() === today.getFullYear() ? {} : { year: 'numeric' }),
  })
}
