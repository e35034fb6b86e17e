import { FileCheck2, UserPlus, Users } from 'lucide-react'
import { Link } from 'react-router'
import { AdminList } from '../../ui/admin/AdminList.tsx'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { useListAddress } from '../../ui/admin/useListAddress.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { erasuresPath } from '../personalData/data/personalDataPaths.ts'
import { personalDataTexts } from '../personalData/lang/en.ts'
import { usersApi } from './data/api.ts'
import { newUserPath } from './data/userPaths.ts'
import { usersTexts } from './lang/en.ts'
import { UserCard, userColumns } from './userColumns.tsx'
import { useBulkActions, useUserActions } from './useUserActions.tsx'
import { useUserFilters } from './useUserFilters.tsx'
import { useUserRights } from './useUserRights.ts'
import './users.css'
import { screenTitle } from '../frame/screens.ts'

const SORTS = ['name', 'userName', 'lastSeenAt'] as const

/** /admin/user and /admin/user/cards: everyone who has signed in or was invited. */
export function UsersPage({ cards = false }: { cards?: boolean }) {
  const t = usersTexts.useText()
  usePageTitle(screenTitle('users'))
  const { mayCreate, mayWrite } = useUserRights()
  const ofData = personalDataTexts.useText()
  const control = useListAddress(SORTS, 'name')
  const filters = useUserFilters(cards)
  const { search, sort } = control
  const query = usersApi.useListUsersInfiniteQuery(
    { search, sort, ...filters.wanted },
    { refetchOnMountOrArgChange: true },
  )
  const { actionsOf, dialog } = useUserActions()
  const bulk = useBulkActions()

  return (
    <div className="page">
      <PageHead title={screenTitle('users')} intro={t('intro')}>
        {mayWrite && (
          <Link to={erasuresPath} className="btn ghost">
            <FileCheck2 size={16} />
            {ofData('statements')}
          </Link>
        )}
        {mayCreate && (
          <Link to={newUserPath} className="btn pri">
            <UserPlus size={16} />
            {t('invite')}
          </Link>
        )}
      </PageHead>
      <div className="page-body">
        <AdminList
          caption={screenTitle('users')}
          searchLabel={t('search')}
          columns={userColumns(t)}
          control={control}
          query={query}
          keyOf={({ userId }) => userId}
          nameOf={({ name }) => name}
          actionsOf={actionsOf}
          bulk={cards ? [] : bulk}
          filters={filters}
          card={cards ? (row) => <UserCard row={row} t={t} /> : undefined}
          empty={<EmptyList Icon={Users} text={t('empty')} />}
        />
      </div>
      {dialog}
    </div>
  )
}
