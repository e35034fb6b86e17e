import { BookOpenCheck, Eye, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate, formatNumber } from '../../lang/format.ts'
import { AdminList } from '../../ui/admin/AdminList.tsx'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import type { Column } from '../../ui/admin/listShape.ts'
import { RemovalDialog } from '../../ui/admin/RemovalDialog.tsx'
import type { RowAction } from '../../ui/admin/RowMenu.tsx'
import { useListAddress } from '../../ui/admin/useListAddress.ts'
import { useNavigateNow } from '../../ui/navigate.ts'
import { screenTitle } from '../frame/screens.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { type GuidelinesRow, guidelinesApi } from './data/api.ts'
import { editGuidelinesPath, newGuidelinesPath } from './data/guidelinesPaths.ts'
import { ListHead } from './ListHead.tsx'
import { type GuidelinesTexts, guidelinesTexts } from './lang/en.ts'
import { useGuidelinesRights } from './useGuidelinesRights.ts'

const SORTS = ['title', 'updatedAt'] as const

/** /admin/guidelines: the list of guidelines documents. */
export function GuidelinesPage() {
  const t = guidelinesTexts.useText()
  usePageTitle(screenTitle('guidelines'))
  const { mayCreate } = useGuidelinesRights()
  const control = useListAddress(SORTS, 'title')
  const query = guidelinesApi.useListGuidelinesDocumentsInfiniteQuery(
    { search: control.search, sort: control.sort },
    { refetchOnMountOrArgChange: true },
  )
  const [removing, setRemoving] = useState<GuidelinesRow>()
  const actionsOf = useRowActions(setRemoving)
  return (
    <div className="page">
      <ListHead current="documents" />
      <div className="page-body">
        <AdminList
          caption={screenTitle('guidelines')}
          searchLabel={t('search')}
          columns={columns(t)}
          control={control}
          query={query}
          keyOf={({ guidelinesDocumentId }) => guidelinesDocumentId}
          nameOf={({ title }) => title}
          actionsOf={actionsOf}
          empty={
            <EmptyList Icon={BookOpenCheck} text={t('empty')}>
              {mayCreate && (
                <Link to={newGuidelinesPath} className="btn soft sm">
                  {t('newDocument')}
                </Link>
              )}
            </EmptyList>
          }
        />
      </div>
      {removing && <RemoveDocumentDialog document={removing} close={() => setRemoving(undefined)} />}
    </div>
  )
}

function useRowActions(remove: (row: GuidelinesRow) => void) {
  const t = guidelinesTexts.useText()
  const { mayWrite } = useGuidelinesRights()
  const navigate = useNavigateNow()
  return (row: GuidelinesRow): RowAction[] => [
    {
      key: 'edit',
      label: t(mayWrite ? 'edit' : 'view'),
      Icon: mayWrite ? Pencil : Eye,
      act: () => void navigate(editGuidelinesPath(row.guidelinesDocumentId)),
    },
    ...(mayWrite
      ? [{ key: 'remove', label: t('remove'), Icon: Trash2, danger: true, act: () => remove(row) }]
      : []),
  ]
}

function RemoveDocumentDialog({ document, close }: { document: GuidelinesRow; close: () => void }) {
  const t = guidelinesTexts.useText()
  const [remove, { isLoading, error }] = guidelinesApi.useRemoveGuidelinesDocumentMutation()
  const { guidelinesDocumentId, title: name } = document
  return (
    <RemovalDialog
      {...{ t, name, isLoading, error, close }}
      remove={() => remove({ guidelinesDocumentId })}
    />
  )
}

const day = (iso: string) => formatDate(iso, { dateStyle: 'medium' })

const columns = (t: GuidelinesTexts): Column<GuidelinesRow>[] => [
  {
    key: 'title',
    label: t('columnTitle'),
    sort: 'title',
    width: '22%',
    cell: ({ guidelinesDocumentId, title }) => (
      <Link to={editGuidelinesPath(guidelinesDocumentId)} className="list-name">
        <bdi>{title}</bdi>
      </Link>
    ),
  },
  {
    key: 'links',
    label: t('columnLinks'),
    width: '13%',
    cell: ({ links }) => (links > 0 ? t('links', { count: links }) : <Quiet>{t('noLinks')}</Quiet>),
  },
  {
    key: 'current',
    label: t('columnCurrent'),
    cell: ({ currentVersion: current }) =>
      current ? (
        t('versionSince', { version: current.version, when: day(current.effectiveAt) })
      ) : (
        <Quiet>{t('noVersion')}</Quiet>
      ),
  },
  {
    key: 'upcoming',
    label: t('columnUpcoming'),
    cell: ({ upcomingVersion: upcoming }) =>
      upcoming ? (
        t('versionFrom', { version: upcoming.version, when: day(upcoming.effectiveAt) })
      ) : (
        <Quiet>{t('noUpcoming')}</Quiet>
      ),
  },
  {
    key: 'draft',
    label: t('columnState'),
    width: '18%',
    cell: ({ hasUnpublishedChanges, currentVersion, upcomingVersion }) =>
      !currentVersion && !upcomingVersion ? (
        <span className="chip">{t('draft')}</span>
      ) : hasUnpublishedChanges ? (
        <span className="chip w">{t('hasChanges')}</span>
      ) : (
        <span className="chip ok">{t('noChanges')}</span>
      ),
  },
  {
    key: 'accepted',
    label: t('columnAccepted'),
    width: '12%',
    cell: ({ requireConsent, accepted }) =>
      requireConsent ? (
        <span className="num">{formatNumber(accepted)}</span>
      ) : (
        <Quiet>{t('noConsent')}</Quiet>
      ),
  },
]

const Quiet = ({ children }: { children: string }) => <span className="m3">{children}</span>
