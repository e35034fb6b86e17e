import { Copy, Eye, Pencil, Plus, ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { AdminList } from '../../ui/admin/AdminList.tsx'
import { bulkRemoval } from '../../ui/admin/bulkRemoval.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import type { BulkAction } from '../../ui/admin/listShape.ts'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import type { RowAction } from '../../ui/admin/RowMenu.tsx'
import { useListAddress } from '../../ui/admin/useListAddress.ts'
import { useAgentName } from '../../ui/agentName.ts'
import { CheckAccess } from '../frame/CheckAccess.tsx'
import { usePageTitle } from '../frame/useProductName.ts'
import { policiesTexts } from '../policyText/lang/en.ts'
import { type PolicyRow, policiesApi } from './data/api.ts'
import { copyPath, editPath, newPolicyPath } from './data/policyPaths.ts'
import { policyColumns } from './policyColumns.tsx'
import { RemovePolicyDialog } from './RemovePolicyDialog.tsx'
import { useAgentFilter } from './useAgentFilter.tsx'
import { usePolicyRights } from './usePolicyRights.ts'
import './policies.css'
import { useNavigateNow } from '../../ui/navigate.ts'
import { screenTitle } from '../frame/screens.ts'

const SORTS = ['name', 'updatedAt'] as const

/** /admin/chatAccessPolicy: the list of chat access policies. */
export function PoliciesPage() {
  const t = policiesTexts.useText()
  usePageTitle(screenTitle('chatAccessPolicies'))
  const named = useAgentName()
  const { mayCreate, mayWrite } = usePolicyRights()
  const control = useListAddress(SORTS, 'name')
  const { gptSystemId, filters } = useAgentFilter()
  const query = policiesApi.useListChatAccessPoliciesInfiniteQuery(
    { search: control.search, sort: control.sort, gptSystemId },
    { refetchOnMountOrArgChange: true },
  )
  const [removing, setRemoving] = useState<PolicyRow>()
  const actionsOf = useRowActions(setRemoving)
  const bulk = useBulkRemoval()

  return (
    <div className="page policies">
      <PageHead title={screenTitle('chatAccessPolicies')} intro={t('intro')}>
        <div className="row policy-head-actions">
          <CheckAccess gptSystemId={gptSystemId} />
          {mayCreate && (
            <Link to={newPolicyPath} className="btn pri">
              <Plus size={16} />
              {t('newPolicy')}
            </Link>
          )}
        </div>
      </PageHead>
      <div className="page-body">
        <AdminList
          caption={screenTitle('chatAccessPolicies')}
          searchLabel={t('search')}
          columns={policyColumns(t, named)}
          control={control}
          query={query}
          keyOf={({ chatAccessPolicyId }) => chatAccessPolicyId}
          nameOf={({ name }) => named(name)}
          actionsOf={actionsOf}
          bulk={mayWrite ? bulk : []}
          filters={filters}
          empty={
            <EmptyList Icon={ShieldCheck} text={t('empty')}>
              {mayCreate && (
                <Link to={newPolicyPath} className="btn soft sm">
                  {t('newPolicy')}
                </Link>
              )}
            </EmptyList>
          }
        />
      </div>
      {removing && <RemovePolicyDialog policy={removing} close={() => setRemoving(undefined)} />}
    </div>
  )
}

function useRowActions(remove: (row: PolicyRow) => void) {
  const t = policiesTexts.useText()
  const { mayCreate, mayWrite } = usePolicyRights()
  const navigate = useNavigateNow()
  return (row: PolicyRow): RowAction[] => [
    {
      key: 'edit',
      label: mayWrite ? t('edit') : t('view'),
      Icon: mayWrite ? Pencil : Eye,
      act: () => void navigate(editPath(row.chatAccessPolicyId)),
    },
    ...(mayCreate
      ? [
          {
            key: 'duplicate',
            label: t('duplicate'),
            Icon: Copy,
            act: () => void navigate(copyPath(row.chatAccessPolicyId)),
          },
        ]
      : []),
    ...(mayWrite
      ? [{ key: 'remove', label: t('remove'), Icon: Trash2, danger: true, act: () => remove(row) }]
      : []),
  ]
}

function useBulkRemoval(): BulkAction<PolicyRow>[] {
  const t = policiesTexts.useText()
  const [remove] = policiesApi.useRemoveChatAccessPolicyMutation()
  return [bulkRemoval(t, ({ chatAccessPolicyId }: PolicyRow) => remove({ chatAccessPolicyId }))]
}
