import { Bot, Globe, Pencil, Plus, Send, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAddressParams, withValues } from '../../ui/addressParams.ts'
import { AdminList } from '../../ui/admin/AdminList.tsx'
import { bulkRemoval } from '../../ui/admin/bulkRemoval.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import type { BulkAction, Filters } from '../../ui/admin/listShape.ts'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import type { RowAction } from '../../ui/admin/RowMenu.tsx'
import { useListAddress } from '../../ui/admin/useListAddress.ts'
import { useAgentName } from '../../ui/agentName.ts'
import { CheckAccess } from '../frame/CheckAccess.tsx'
import { usePageTitle } from '../frame/useProductName.ts'
import { agentColumns } from './agentColumns.tsx'
import { editAgentPath, guidedAgentPath, newAgentPath, publishAgentPath } from './data/agentPaths.ts'
import { type AgentList, type AgentRow, managementApi } from './data/api.ts'
import { managementTexts } from './lang/en.ts'
import { RemoveAgentDialog } from './RemoveAgentDialog.tsx'
import { useAgentRights } from './useAgentRights.ts'
import './agentManagement.css'
import { errorText } from '../../ui/errorText.ts'
import { useNavigateNow } from '../../ui/navigate.ts'
import { toast } from '../../ui/toast.tsx'
import { screenTitle } from '../frame/screens.ts'

const SORTS = ['name', 'updatedAt'] as const

/** /admin/gptsystem: the system agents that the user manages. */
export function ManagedAgentsPage() {
  const t = managementTexts.useText()
  const named = useAgentName()
  usePageTitle(screenTitle('agents'))
  const { mayCreate, maySetUp, mayWriteAll } = useAgentRights()
  const control = useListAddress(SORTS, 'name')
  const { published, deleted, filters } = useStateFilter()
  const query = managementApi.useListManagedAgentsInfiniteQuery(
    { search: control.search, sort: control.sort, published, deleted },
    { refetchOnMountOrArgChange: true },
  )
  const [removing, setRemoving] = useState<AgentRow>()
  const actionsOf = useRowActions(setRemoving)
  const bulk = useBulkRemoval()
  return (
    <div className="page">
      <PageHead title={screenTitle('agents')} intro={t('intro')}>
        <div className="row agent-head-actions">
          <CheckAccess gptSystemId={undefined} />
          {maySetUp && (
            <Link to={guidedAgentPath} className="btn out">
              <Globe size={16} />
              {t('guided')}
            </Link>
          )}
          {mayCreate && (
            <Link to={newAgentPath} className="btn pri">
              <Plus size={16} />
              {t('new')}
            </Link>
          )}
        </div>
      </PageHead>
      <div className="page-body">
        <AdminList
          caption={screenTitle('agents')}
          searchLabel={t('search')}
          columns={agentColumns(t, named)}
          control={control}
          query={query}
          keyOf={({ gptSystemId }) => gptSystemId}
          nameOf={({ name }) => named(name)}
          actionsOf={actionsOf}
          bulk={mayWriteAll && !deleted ? bulk : []}
          filters={filters}
          empty={
            <EmptyList Icon={Bot} text={t('empty')}>
              {mayCreate && (
                <Link to={newAgentPath} className="btn soft sm">
                  {t('new')}
                </Link>
              )}
            </EmptyList>
          }
        />
      </div>
      {removing && <RemoveAgentDialog agent={removing} close={() => setRemoving(undefined)} />}
    </div>
  )
}

const choices = ['', 'true', 'false', 'deleted'] as const
const words = {
  '': 'everyState',
  true: 'onlyPublished',
  false: 'onlyDrafts',
  deleted: 'onlyDeleted',
} as const

function useStateFilter(): Pick<AgentList, 'published' | 'deleted'> & { filters: Filters } {
  const t = managementTexts.useText()
  const [params, changeParams] = useAddressParams()
  const given = params.get('published') ?? ''
  const published = choices.find((one) => one === given) ?? ''
  const change = (value: string) => changeParams((now) => withValues(now, { published: value }))
  return {
    published: published === 'deleted' ? undefined : published || undefined,
    deleted: published === 'deleted' ? 'true' : undefined,
    filters: {
      on: published !== '',
      clear: () => change(''),
      fields: (
        <select
          className="in agent-filter"
          aria-label={t('filterState')}
          value={published}
          onChange={(event) => change(event.target.value)}
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {t(words[one])}
            </option>
          ))}
        </select>
      ),
    },
  }
}

function useRowActions(remove: (row: AgentRow) => void) {
  const t = managementTexts.useText()
  const navigate = useNavigateNow()
  const restore = useRestore()
  return (row: AgentRow): RowAction[] => [
    ...(row.restorableUntil
      ? [{ key: 'restore', label: t('restore'), Icon: Undo2, act: () => void restore(row) }]
      : []),
    ...(row.mayOpen
      ? [
          {
            key: 'edit',
            label: t('edit'),
            Icon: Pencil,
            act: () => void navigate(editAgentPath(row.gptSystemId)),
          },
          {
            key: 'publishing',
            label: t('publishing'),
            Icon: Send,
            act: () => void navigate(publishAgentPath(row.gptSystemId)),
          },
        ]
      : []),
    ...(row.mayChange
      ? [{ key: 'remove', label: t('remove'), Icon: Trash2, danger: true, act: () => remove(row) }]
      : []),
  ]
}

function useRestore() {
  const t = managementTexts.useText()
  const named = useAgentName()
  const [restore] = managementApi.useRestoreAgentMutation()
  return async ({ gptSystemId, name }: AgentRow) => {
    const { error } = await restore({ gptSystemId })
    if (error) toast.error(errorText(error))
    else toast.success(t('restored', { name: named(name) }))
  }
}

function useBulkRemoval(): BulkAction<AgentRow>[] {
  const t = managementTexts.useText()
  const [remove] = managementApi.useRemoveAgentMutation()
  return [bulkRemoval(t, ({ gptSystemId }: AgentRow) => remove({ gptSystemId }))]
}
