import { Link } from 'react-router'
import type { Column } from '../../ui/admin/listShape.ts'
import { initials } from '../../ui/initials.ts'
import type { UserRow } from './data/api.ts'
import { profilePath } from './data/userPaths.ts'
import { LastSeen } from './LastSeen.tsx'
import type { UsersText } from './lang/en.ts'

export const userColumns = (t: UsersText): Column<UserRow>[] => [
  {
    key: 'name',
    label: t('columnName'),
    sort: 'name',
    width: '30%',
    cell: (row) => <NameCell row={row} t={t} />,
  },
  {
    key: 'userName',
    label: t('columnUserName'),
    sort: 'userName',
    width: '20%',
    cell: ({ userName }) => <bdi className="wrap">{userName}</bdi>,
  },
  { key: 'roles', label: t('columnRoles'), cell: (row) => <RoleNames row={row} t={t} /> },
  {
    key: 'lastSeenAt',
    label: t('columnLastSeen'),
    sort: 'lastSeenAt',
    width: '176px',
    cell: ({ lastSeenAt }) => <LastSeen at={lastSeenAt} />,
  },
]

const NameCell = ({ row, t }: { row: UserRow; t: UsersText }) => (
  <span className="row user-name">
    <span className="pers" aria-hidden="true" data-initials={initials(row.name)} />
    <span className="grow">
      <Link to={profilePath(row.userId)} className="list-name">
        <bdi>{row.name}</bdi>
      </Link>
      <UserMarks row={row} t={t} />
    </span>
  </span>
)

export function UserMarks({ row, t }: { row: Pick<UserRow, 'disabled' | 'firstSeenAt'>; t: UsersText }) {
  if (row.disabled) return <span className="chip e user-mark">{t('disabled')}</span>
  return row.firstSeenAt ? null : <span className="chip w user-mark">{t('invited')}</span>
}

function RoleNames({ row: { roles }, t }: { row: UserRow; t: UsersText }) {
  if (roles.length === 0) return <span className="m3">{t('noRole')}</span>
  return (
    <span className="user-roles">
      {roles.map(({ userRoleId, name }) => (
        <bdi key={userRoleId} className="chip trunc" title={name}>
          {name}
        </bdi>
      ))}
    </span>
  )
}

export const UserCard = ({ row, t }: { row: UserRow; t: UsersText }) => (
  <div className="user-card">
    <NameCell row={row} t={t} />
    <span className="small m2 wrap">
      <bdi>{row.userName}</bdi>
    </span>
    <RoleNames row={row} t={t} />
    <span className="small m3">
      {t('columnLastSeen')}: <LastSeen at={row.lastSeenAt} />
    </span>
  </div>
)
