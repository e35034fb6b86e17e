import { Link } from 'react-router'
import { formatDate } from '../../lang/format.ts'
import type { Column } from '../../ui/admin/listShape.ts'
import { BrandName } from '../brandName/BrandName.tsx'
import { editAgentPath } from './data/agentPaths.ts'
import type { AgentRow } from './data/api.ts'
import type { ManagementText } from './lang/en.ts'

export const agentColumns = (t: ManagementText, named: (name: string) => string): Column<AgentRow>[] => [
  {
    key: 'name',
    label: t('columnName'),
    sort: 'name',
    cell: ({ gptSystemId, name, description, mayOpen }) => (
      <>
        {mayOpen ? (
          <Link to={editAgentPath(gptSystemId)} className="list-name">
            <bdi>{named(name)}</bdi>
          </Link>
        ) : (
          <bdi className="list-name">{named(name)}</bdi>
        )}
        {description && (
          <div className="small m3 trunc" dir="auto">
            {description}
          </div>
        )}
      </>
    ),
  },
  {
    key: 'state',
    label: t('columnState'),
    width: '22%',
    cell: (row) => <States row={row} t={t} />,
  },
  {
    key: 'brand',
    label: t('columnBrand'),
    width: '16%',
    cell: ({ brandKey }) =>
      brandKey === null ? <span className="m3">{t('pageBrand')}</span> : <BrandName brandKey={brandKey} />,
  },
  {
    key: 'updatedAt',
    label: t('columnUpdated'),
    sort: 'updatedAt',
    width: '132px',
    cell: ({ updatedAt }) => (
      <time className="num m2" dateTime={updatedAt}>
        {formatDate(updatedAt, { dateStyle: 'medium' })}
      </time>
    ),
  },
]

function States({ row: { published, draft, restorableUntil }, t }: { row: AgentRow; t: ManagementText }) {
  if (restorableUntil)
    return (
      <span className="m2">
        {t('restorableUntil', { date: formatDate(restorableUntil, { dateStyle: 'medium' }) })}
      </span>
    )
  return (
    <span className="row agent-states">
      <span className={published ? 'chip ok' : 'chip'}>{t(published ? 'published' : 'unpublished')}</span>
      {draft && <span className="chip w">{t('draft')}</span>}
    </span>
  )
}
