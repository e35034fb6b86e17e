import { CircleAlert, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../ui/errorText.ts'
import { useKeepFocus } from '../../ui/keepFocus.ts'
import { toast } from '../../ui/toast.tsx'
import { useGroupNames } from '../directoryGroups/data/useGroupNames.ts'
import { userRolesApi } from '../userRoles/data/api.ts'
import { rolePath } from '../userRoles/data/rolePaths.ts'
import { useRoleRights } from '../userRoles/data/useRoleRights.ts'
import { type RoleHolding, usersApi } from './data/api.ts'
import { usersTexts } from './lang/en.ts'
import { Panel } from './Panel.tsx'
import { useUserRights } from './useUserRights.ts'

interface Props {
  userId: string
  name: string
  holdings: readonly RoleHolding[]
}

/** A user's roles and where they come from, with controls to assign and unassign them. */
export function RolesPanel({ userId, name, holdings }: Props) {
  const t = usersTexts.useText()
  const { mayAssign, mayUnassign } = useUserRights()
  const keepFocus = useKeepFocus()
  const [unassign, { isLoading }] = usersApi.useUnassignRoleMutation()

  async function take({ userRoleId, name: role }: RoleHolding) {
    const { error } = await unassign({ userId, userRoleId })
    if (error) toast.error(errorText(error))
    else toast.success(t('roleUnassigned', { role, name }))
  }

  return (
    <Panel title={t('roles')}>
      <ul className="user-list" aria-label={t('roles')} onFocus={keepFocus}>
        {holdings.map((holding) => (
          <li key={`${holding.userRoleId} ${holding.by} ${holding.groupId}`} className="row">
            <span className="grow s13">
              <RoleName holding={holding} /> <HeldBy holding={holding} />
            </span>
            {mayUnassign && holding.by === 'Person' && (
              <button
                type="button"
                className="ib sm"
                aria-label={t('unassignRole', { role: holding.name })}
                aria-disabled={isLoading}
                onClick={() => !isLoading && void take(holding)}
              >
                <X size={14} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayAssign && <GiveRole userId={userId} name={name} holdings={holdings} />}
    </Panel>
  )
}

function RoleName({ holding: { userRoleId, name } }: { holding: RoleHolding }) {
  const { maySeeRole } = useRoleRights()
  return maySeeRole ? (
    <Link to={rolePath(userRoleId)} className="user-role">
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi className="user-role">{name}</bdi>
  )
}

/** How a user has a role: directly or through a group. */
function HeldBy({ holding: { by, groupId } }: { holding: RoleHolding }) {
  const t = usersTexts.useText()
  const { nameOf } = useGroupNames()
  if (by === 'Group' && groupId)
    return <span className="small m2 user-by">{t('byGroup', { group: nameOf(groupId) ?? groupId })}</span>
  return <span className="small m2 user-by">{t(by === 'Person' ? 'byPerson' : 'byEveryone')}</span>
}

function GiveRole({ userId, name, holdings }: Props) {
  const t = usersTexts.useText()
  const id = useId()
  const { data } = userRolesApi.useListAllUserRolesQuery()
  const [assign, { isLoading, error }] = usersApi.useAssignRoleMutation()
  const [chosen, setChosen] = useState('')
  const held = new Set(holdings.filter(({ by }) => by === 'Person').map(({ userRoleId }) => userRoleId))
  const roles = data?.items.filter(({ userRoleId, isDefault }) => !isDefault && !held.has(userRoleId)) ?? []
  const role = roles.find(({ userRoleId }) => userRoleId === chosen)

  async function give() {
    if (!role) return
    const answer = await assign({ userId, userRoleId: role.userRoleId })
    if (answer.error) return
    toast.success(t('roleAssigned', { role: role.name, name }))
    setChosen('')
  }

  return (
    <div className="field">
      <div className="row">
        <select
          id={id}
          className="in grow"
          aria-label={t('chooseRole')}
          value={role ? chosen : ''}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">{t('chooseRole')}</option>
          {roles.map(({ userRoleId, name: roleName }) => (
            <option key={userRoleId} value={userRoleId}>
              {roleName}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="btn out"
          aria-disabled={!role || isLoading}
          onClick={() => !isLoading && void give()}
        >
          {t('assign')}
        </button>
      </div>
      {Boolean(error) && (
        <span className="error" role="alert">
          <CircleAlert size={14} />
          {errorText(error)}
        </span>
      )}
    </div>
  )
}
