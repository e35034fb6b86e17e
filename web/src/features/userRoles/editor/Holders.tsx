import { Users, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../../ui/errorText.ts'
import { initials } from '../../../ui/initials.ts'
import { useKeepFocus } from '../../../ui/keepFocus.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useGroupNames } from '../../directoryGroups/data/useGroupNames.ts'
import { usersApi } from '../../users/data/api.ts'
import { profilePath } from '../../users/data/userPaths.ts'
import { type UserRole, userRolesApi } from '../data/api.ts'
import { useRoleRights } from '../data/useRoleRights.ts'
import { userRolesTexts } from '../lang/en.ts'
import { AssignDialog } from './AssignDialog.tsx'

/**
 * The role's assignments: people and groups. They are assigned and unassigned immediately, separate from
 * saving.
 */
export function Holders({ role }: { role: UserRole }) {
  const t = userRolesTexts.useText()
  const { mayAssign } = useRoleRights()
  const [assigning, setAssigning] = useState(false)
  if (role.isDefault) {
    return (
      <section className="holders">
        <h2 className="h4">{t('holders')}</h2>
        <p className="hint">{t('assignedToEveryone')}</p>
      </section>
    )
  }
  return (
    <section className="holders">
      <div className="row">
        <h2 className="h4 grow">{t('holders')}</h2>
        {mayAssign && (
          <button type="button" className="text-button s13" onClick={() => setAssigning(true)}>
            {t('assign')}
          </button>
        )}
      </div>
      <People role={role} />
      <Groups role={role} />
      {role.users + role.groups === 0 && <p className="hint">{t('assignedToNoOne')}</p>}
      {assigning && <AssignDialog role={role} close={() => setAssigning(false)} />}
    </section>
  )
}

function People({ role }: { role: UserRole }) {
  const t = userRolesTexts.useText()
  const { userRoleId, name: roleName } = role
  const { mayUnassign } = useRoleRights()
  const keepFocus = useKeepFocus()
  const query = userRolesApi.useListRoleUsersInfiniteQuery(userRoleId)
  const [unassign, { isLoading }] = usersApi.useUnassignRoleMutation()
  const people = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (query.error && people.length === 0) return <LoadError error={query.error} retry={query.refetch} />

  async function remove(userId: string, name: string) {
    const { error } = await unassign({ userId, userRoleId })
    if (error) toast.error(errorText(error))
    else toast.success(t('unassigned', { name, role: roleName }))
  }

  const rest = role.users - people.length
  return (
    <>
      <ul className="holder-list" onFocus={keepFocus} aria-label={t('people')} aria-busy={query.isFetching}>
        {people.map(({ userId, name, userName, disabled }) => (
          <li key={userId} className="row">
            <span className="pers sm" aria-hidden="true" data-initials={initials(name)} />
            <span className="grow s13">
              <Link to={profilePath(userId)} className="holder-name trunc">
                <bdi>{name}</bdi>
              </Link>
              <span className="small m3 trunc holder-name">
                {disabled ? t('disabled') : <bdi>{userName}</bdi>}
              </span>
            </span>
            {mayUnassign && (
              <button
                type="button"
                className="ib sm"
                aria-label={t('unassign', { name })}
                aria-disabled={isLoading}
                onClick={() => !isLoading && void remove(userId, name)}
              >
                <X size={14} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <button type="button" className="text-button s13" onClick={() => void query.fetchNextPage()}>
          {t('more', { count: Math.max(rest, 1) })}
        </button>
      )}
    </>
  )
}

function Groups({ role }: { role: UserRole }) {
  const t = userRolesTexts.useText()
  const { userRoleId } = role
  const { mayUnassign } = useRoleRights()
  const keepFocus = useKeepFocus()
  const { data, error, refetch } = userRolesApi.useListRoleGroupsQuery(userRoleId)
  const { nameOf } = useGroupNames()
  const [unassign, { isLoading }] = userRolesApi.useUnassignGroupMutation()
  if (error) return <LoadError error={error} retry={refetch} />
  if (!data || data.length === 0) return null

  async function remove(groupId: string, name: string) {
    const answer = await unassign({ userRoleId, groupId })
    if (answer.error) toast.error(errorText(answer.error))
    else toast.success(t('unassigned', { name, role: role.name }))
  }

  return (
    <>
      <h3 className="small m2 holder-head">{t('groups')}</h3>
      <ul className="holder-list" onFocus={keepFocus} aria-label={t('groups')}>
        {data.map(({ groupId, knownMembers }) => {
          const name = nameOf(groupId)
          return (
            <li key={groupId} className="row">
              <span className="holder-mark">
                <Users size={14} />
              </span>
              <span className="grow s13">
                <span className={`holder-name trunc ${name ? '' : 'mono'}`} title={groupId}>
                  <bdi>{name ?? groupId}</bdi>
                </span>
                <span className="small m3">{t('knownMembers', { count: knownMembers })}</span>
              </span>
              {mayUnassign && (
                <button
                  type="button"
                  className="ib sm"
                  aria-label={t('unassign', { name: name ?? groupId })}
                  aria-disabled={isLoading}
                  onClick={() => !isLoading && void remove(groupId, name ?? groupId)}
                >
                  <X size={14} />
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
