import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { formatNumber } from '../../lang/format.ts'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { PermissionName } from '../../ui/permissions/permissionName.tsx'
import { ReadConversations } from '../conversationReads/ReadConversations.tsx'
import { useGroupNames } from '../directoryGroups/data/useGroupNames.ts'
import { CheckAccess } from '../frame/CheckAccess.tsx'
import { usePageTitle } from '../frame/useProductName.ts'
import { type UserProfile, usersApi } from './data/api.ts'
import { userEditPath, usersPath } from './data/userPaths.ts'
import { GroupsPanel } from './GroupsPanel.tsx'
import { LastSeen } from './LastSeen.tsx'
import { usersTexts } from './lang/en.ts'
import { Panel } from './Panel.tsx'
import { Person } from './Person.tsx'
import { RolesPanel } from './RolesPanel.tsx'
import { UserMarks } from './userColumns.tsx'
import { useUserRights } from './useUserRights.ts'
import './users.css'
import { screenTitle, useScreenTitle } from '../frame/screens.ts'

/** /admin/user/{id}/profile: a user's permissions, and where they come from. */
export function UserProfilePage() {
  const { userId = '' } = useParams()
  const titleOf = useScreenTitle()
  const query = usersApi.useGetUserProfileQuery({ userId }, { refetchOnMountOrArgChange: true })
  usePageTitle(query.currentData?.user.name ?? titleOf('users'))
  return (
    <Person query={{ ...query, data: query.currentData }}>
      {(profile) => <Profile profile={profile} />}
    </Person>
  )
}

function Profile({ profile }: { profile: UserProfile }) {
  const t = usersTexts.useText()
  const { mayRead, mayWrite } = useUserRights()
  const { user, roles } = profile
  return (
    <div className="page">
      <PageHead
        title={user.name}
        parent={{ title: screenTitle('users'), path: usersPath }}
        mark={<UserMarks row={user} t={t} />}
        intro={<bdi>{user.userName}</bdi>}
      >
        <ReadConversations person={user} />
        <CheckAccess userId={user.userId} personName={user.name} />
        {mayRead && (
          <Link to={userEditPath(user.userId)} className="btn out">
            <Pencil size={16} />
            {mayWrite ? t('edit') : t('view')}
          </Link>
        )}
      </PageHead>
      <div className="page-body user-profile">
        <Facts profile={profile} />
        <RolesPanel userId={user.userId} name={user.name} holdings={roles} />
        <GroupsPanel {...user} />
        <Agents profile={profile} />
        <Policies profile={profile} />
        <Specific profile={profile} />
      </div>
    </div>
  )
}

function Facts({ profile: { user, sessions } }: { profile: UserProfile }) {
  const t = usersTexts.useText()
  const facts: [label: string, value: ReactNode][] = [
    [t('email'), user.email ? <bdi key="email">{user.email}</bdi> : <None key="email" />],
    [t('lastSeen'), <LastSeen key="last" at={user.lastSeenAt} />],
    [t('firstSeen'), <LastSeen key="first" at={user.firstSeenAt} />],
    [
      t('sessions'),
      <span key="sessions" className="num">
        {formatNumber(sessions)}
      </span>,
    ],
    [t('source'), t(user.source === 'Invited' ? 'sourceInvited' : 'sourceDirectory')],
    [
      t('objectId'),
      <bdi key="id" className="mono wrap">
        {user.objectId}
      </bdi>,
    ],
  ]
  return (
    <Panel title={t('person')}>
      <dl className="user-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const None = () => <span className="m3">{usersTexts.useText()('none')}</span>

function Agents({ profile: { gptSystems, gptSystemCount } }: { profile: UserProfile }) {
  const t = usersTexts.useText()
  const named = useAgentName()
  const rest = gptSystemCount - gptSystems.length
  return (
    <Panel title={t('agents')}>
      {gptSystemCount === 0 && <p className="hint">{t('noAgents')}</p>}
      <ul className="user-roles" aria-label={t('agents')}>
        {gptSystems.map(({ gptSystemId, name }) => (
          <li key={gptSystemId} className="chip" dir="auto">
            {named(name)}
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="hint">{t('moreAgents', { count: rest })}</p>}
    </Panel>
  )
}

const byWhat = { EveryoneSignedIn: 'byEveryone', User: 'byPerson' } as const

function Policies({ profile: { policies } }: { profile: UserProfile }) {
  const t = usersTexts.useText()
  const { nameOf } = useGroupNames()
  return (
    <Panel title={t('policies')}>
      {policies.length === 0 && <p className="hint">{t('noPolicies')}</p>}
      <ul className="user-list" aria-label={t('policies')}>
        {policies.map(({ chatAccessPolicyId, name, by, groupId }) => (
          <li key={`${chatAccessPolicyId} ${by} ${groupId}`} className="s13">
            <bdi className="user-role">{name}</bdi>
            <span className="small m2 user-by">
              {by === 'Group'
                ? t('byGroup', { group: nameOf(groupId ?? '') ?? groupId ?? '' })
                : t(byWhat[by])}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Permissions for specific agents and libraries, by object. */
function Specific({ profile: { specific } }: { profile: UserProfile }) {
  const t = usersTexts.useText()
  const named = useAgentName()
  if (specific.length === 0) return null
  return (
    <Panel title={t('specific')}>
      <ul className="user-list" aria-label={t('specific')}>
        {specific.map(({ action, entityId, name }) => (
          <li key={`${action} ${entityId}`} className="s13">
            <bdi className={name === null ? 'mono' : 'user-role'}>
              {name === null ? entityId : named(name)}
            </bdi>
            <span className="small m2 user-by">
              <PermissionName action={action} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
