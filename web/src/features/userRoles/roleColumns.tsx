import { Link } from 'react-router'
import { formatDate, formatNumber } from '../../lang/format.ts'
import type { Column } from '../../ui/admin/listShape.ts'
import type { UserRole } from './data/api.ts'
import { rolePath } from './data/rolePaths.ts'
import type { UserRolesText } from './lang/en.ts'
import { RoleMarks } from './RoleMarks.tsx'

export const roleColumns = (t: UserRolesText): Column<UserRole>[] => [
  {
    key: 'name',
    label: t('columnName'),
    sort: 'name',
    width: '30%',
    cell: (role) => (
      <span className="row role-name">
        <Link to={rolePath(role.userRoleId)} className="list-name">
          <bdi>{role.name}</bdi>
        </Link>
        <RoleMarks role={role} />
      </span>
    ),
  },
  {
    key: 'description',
    label: t('columnDescription'),
    cell: ({ description }) => (
      <span className="m2 clamp" dir="auto">
        {description || <span className="m3">{t('none')}</span>}
      </span>
    ),
  },
  {
    key: 'people',
    label: t('columnPeople'),
    width: '96px',
    cell: ({ isDefault, users }) => <span className="num">{isDefault ? t('all') : formatNumber(users)}</span>,
  },
  {
    key: 'groups',
    label: t('columnGroups'),
    width: '96px',
    cell: ({ groups }) => <span className="num">{formatNumber(groups)}</span>,
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
