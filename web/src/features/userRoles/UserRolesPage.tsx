import { Copy, Eye, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { AdminList } from '../../ui/admin/AdminList.tsx'
import { bulkRemoval } from '../../ui/admin/bulkRemoval.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import type { BulkAction } from '../../ui/admin/listShape.ts'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import type { RowAction } from '../../ui/admin/RowMenu.tsx'
import { useListAddress } from '../../ui/admin/useListAddress.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { type UserRole, userRolesApi } from './data/api.ts'
import { duplicatePath, newRolePath, rolePath } from './data/rolePaths.ts'
import { useRoleRights } from './data/useRoleRights.ts'
import { userRolesTexts } from './lang/en.ts'
import { RemoveRoleDialog } from './RemoveRoleDialog.tsx'
import { roleColumns } from './roleColumns.tsx'
import './userRoles.css'
import { useNavigateNow } from '../../ui/navigate.ts'
import { screenTitle } from '../frame/screens.ts'

const SORTS = ['name', 'updatedAt'] as const

/** /admin/userRole: all roles. */
export function UserRolesPage() {
  const t = userRolesTexts.useText()
  usePageTitle(screenTitle('userRoles'))
  const { mayCreate, mayWrite } = useRoleRights()
  const control = useListAddress(SORTS, 'name')
  const { search, sort } = control
  const query = userRolesApi.useListUserRolesInfiniteQuery(
    { search, sort },
    { refetchOnMountOrArgChange: true },
  )
  const [removing, setRemoving] = useState<UserRole>()
  const actionsOf = useRowActions(setRemoving)
  const bulk = useBulkRemoval()
  const newRole = (className: string) =>
    mayCreate && (
      <Link to={newRolePath} className={className}>
        <Plus size={16} />
        {t('newRole')}
      </Link>
    )

  return (
    <div className="page">
      <PageHead title={screenTitle('userRoles')} intro={t('intro')}>
        {newRole('btn pri')}
      </PageHead>
      <div className="page-body">
        <AdminList
          caption={screenTitle('userRoles')}
          searchLabel={t('search')}
          columns={roleColumns(t)}
          control={control}
          query={query}
          keyOf={({ userRoleId }) => userRoleId}
          nameOf={({ name }) => name}
          actionsOf={actionsOf}
          bulk={mayWrite ? bulk : []}
          empty={
            <EmptyList Icon={KeyRound} text={t('empty')}>
              {newRole('btn soft sm')}
            </EmptyList>
          }
        />
      </div>
      {removing && <RemoveRoleDialog role={removing} close={() => setRemoving(undefined)} />}
    </div>
  )
}

function useRowActions(remove: (role: UserRole) => void) {
  const t = userRolesTexts.useText()
  const { mayCreate, mayWrite } = useRoleRights()
  const navigate = useNavigateNow()
  return (role: UserRole): RowAction[] => {
    const edits = mayWrite && !role.builtIn
    return [
      {
        key: 'edit',
        label: edits ? t('edit') : t('view'),
        Icon: edits ? Pencil : Eye,
        act: () => void navigate(rolePath(role.userRoleId)),
      },
      ...(mayCreate
        ? [
            {
              key: 'duplicate',
              label: t('duplicate'),
              Icon: Copy,
              act: () => void navigate(duplicatePath(role.userRoleId)),
            },
          ]
        : []),
      ...(edits
        ? [{ key: 'remove', label: t('remove'), Icon: Trash2, danger: true, act: () => remove(role) }]
        : []),
    ]
  }
}

function useBulkRemoval(): BulkAction<UserRole>[] {
  const t = userRolesTexts.useText()
  const [remove] = userRolesApi.useRemoveUserRoleMutation()
  return [bulkRemoval(t, ({ userRoleId }: UserRole) => remove({ userRoleId }))]
}
