import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatMoment } from '../../../lang/format.ts'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { adminTexts } from '../../../ui/admin/lang/en.ts'
import { EditSection } from '../../../ui/admin/PlainEditPage.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { loadLater } from '../../../ui/loadLater.tsx'
import { type GuidelinesDocument, type GuidelinesVersionRow, guidelinesApi } from '../data/api.ts'
import { guidelinesTexts } from '../lang/en.ts'
import { Comparison } from './Comparison.tsx'

const VersionDialog = loadLater(async () => (await import('./VersionDialog.tsx')).VersionDialog, {
  over: true,
})

const DRAFT = 'draft'

/** The published versions of a document, and the comparison of any two. */
export function VersionsPanel({ document }: { document: GuidelinesDocument }) {
  const t = guidelinesTexts.useText()
  const ofLists = adminTexts.useText()
  const { guidelinesDocumentId } = document
  const query = guidelinesApi.useListVersionsInfiniteQuery(
    { guidelinesDocumentId },
    { refetchOnMountOrArgChange: true },
  )
  const [read, setRead] = useState<number>()
  const versions = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <EditSection title={t('pageVersions')} hint={t('versionsIntro')}>
        {query.error && !query.data ? (
          <LoadError error={query.error} retry={query.refetch} />
        ) : !query.data ? (
          <ListSkeleton columns={1} />
        ) : versions.length === 0 ? (
          <EmptyList Icon={History} text={t('noVersions')} />
        ) : (
          <ol className="guidelines-versions" aria-label={t('pageVersions')}>
            {versions.map((version) => (
              <li key={version.version} className="guidelines-version">
                <OneVersion version={version} read={() => setRead(version.version)} />
              </li>
            ))}
          </ol>
        )}
        {query.hasNextPage && (
          <button
            type="button"
            className="btn ghost list-more"
            aria-disabled={query.isFetchingNextPage}
            onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
          >
            {ofLists('more')}
          </button>
        )}
      </EditSection>
      {versions.length > 0 && <Compare document={document} versions={versions} />}
      {read !== undefined && (
        <Suspense>
          <VersionDialog
            guidelinesDocumentId={guidelinesDocumentId}
            version={read}
            close={() => setRead(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

const stateChips = { Current: 'chip ok', Upcoming: 'chip info', Replaced: 'chip' } as const

function OneVersion({ version: row, read }: { version: GuidelinesVersionRow; read: () => void }) {
  const { version, effectiveAt, note, sections, publishedAt, publishedBy, state } = row
  const t = guidelinesTexts.useText()
  const when = formatMoment(publishedAt)
  return (
    <>
      <div className="grow">
        <div className="row">
          <h3 className="h4">{t('version', { version })}</h3>
          <span className={stateChips[state]}>{t(state)}</span>
        </div>
        <p className="s13 m2">
          {t(state === 'Upcoming' ? 'from' : 'since', { when: formatMoment(effectiveAt) })}
          {' · '}
          {t('sectionCount', { count: sections })}
        </p>
        <p className="s13 m2">
          {publishedBy === null
            ? t('publishedByErased', { when })
            : t('publishedBy', { name: publishedBy, when })}
        </p>
        {note && (
          <p className="s13 wrap" dir="auto">
            {note}
          </p>
        )}
      </div>
      <button type="button" className="btn out sm" aria-label={t('readVersion', { version })} onClick={read}>
        {t('read')}
      </button>
    </>
  )
}

interface CompareProps {
  document: GuidelinesDocument
  versions: readonly GuidelinesVersionRow[]
}

function Compare({ document, versions }: CompareProps) {
  const t = guidelinesTexts.useText()
  const [latest, previous] = versions
  // What changed last: in the draft, or in the latest version.
  const isDraft = document.hasUnpublishedChanges || previous === undefined
  const usualFrom = `${(isDraft ? latest : previous)?.version}`
  const usualTo = isDraft ? DRAFT : `${latest?.version}`
  const [from, setFrom] = useState<string>()
  const [to, setTo] = useState<string>()
  const options = [
    { key: DRAFT, label: t('draft') },
    ...versions.map(({ version }) => ({ key: `${version}`, label: t('version', { version }) })),
  ]
  const before = useComparable(document, from ?? usualFrom)
  const after = useComparable(document, to ?? usualTo)
  const error = before.error ?? after.error
  return (
    <EditSection title={t('compare')} hint={t('compareHint')}>
      <div className="guidelines-pair">
        <SelectField
          field="compareFrom"
          label={t('compareFrom')}
          value={from ?? usualFrom}
          options={options}
          change={setFrom}
        />
        <SelectField
          field="compareTo"
          label={t('compareTo')}
          value={to ?? usualTo}
          options={options}
          change={setTo}
        />
      </div>
      {error ? (
        <LoadError
          error={error}
          retry={() => {
            if (before.error) before.retry()
            if (after.error) after.retry()
          }}
        />
      ) : before.data && after.data ? (
        <Comparison before={before.data} after={after.data} />
      ) : (
        <ListSkeleton columns={1} />
      )}
    </EditSection>
  )
}

/** Returns a version with its sections, or the draft. */
function useComparable(document: GuidelinesDocument, chosen: string) {
  const { guidelinesDocumentId } = document
  const isDraft = chosen === DRAFT
  const { currentData, error, refetch } = guidelinesApi.useGetVersionQuery(
    { guidelinesDocumentId, version: Number(chosen) },
    { skip: isDraft },
  )
  return isDraft
    ? { data: document, error: undefined, retry: () => {} }
    : { data: currentData, error, retry: () => void refetch() }
}
