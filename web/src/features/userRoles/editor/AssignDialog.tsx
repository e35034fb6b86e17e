import { client } from '@parlance/contract/limits'
import { Check, CircleAlert, Users } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { initials } from '../../../ui/initials.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { useDebounced } from '../../../ui/useDebounced.ts'
import { useGroupNames } from '../../directoryGroups/data/useGroupNames.ts'
import { usersApi } from '../../users/data/api.ts'
import { type UserRole, userRolesApi } from '../data/api.ts'
import { userRolesTexts } from '../lang/en.ts'

/** Assigns the role to people and groups, each immediately. */
export function AssignDialog({ role, close }: { role: UserRole; close: () => void }) {
  const t = userRolesTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const [kind, setKind] = useState<'people' | 'groups'>('people')
  const [search, setSearch] = useState('')
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby={id}>
      <div className="dialog">
        <h2 className="h3 wrap" id={id}>
          {t('assignTitle', { name: role.name })}
        </h2>
        <ChoiceField
          field="kind"
          label={t('assignTo')}
          quiet
          value={kind}
          change={setKind}
          options={[
            { key: 'people', label: t('people') },
            { key: 'groups', label: t('groups') },
          ]}
        />
        <SearchField
          label={t(kind === 'people' ? 'searchPeople' : 'searchGroups')}
          value={search}
          change={setSearch}
        />
        {kind === 'people' ? (
          <People role={role} search={search} />
        ) : (
          <Groups role={role} search={search.trim()} />
        )}
        <div className="row actions">
          <button type="button" className="btn out" onClick={close}>
            {common('close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

function People({ role: { userRoleId }, search }: { role: UserRole; search: string }) {
  const t = userRolesTexts.useText()
  const wanted = useDebounced(search.trim(), client.titleSearchDebounceMs)
  const { data, error, isFetching, refetch } = usersApi.useFindUsersQuery(wanted)
  const [assign] = usersApi.useAssignRoleMutation()
  if (error) return <LoadError error={error} retry={refetch} />
  const people = data?.items ?? []
  return (
    <>
      <ul className="holder-list assign-list" aria-label={t('people')} aria-busy={isFetching}>
        {people.map(({ userId, name, userName, roles }) => (
          <Choice
            key={userId}
            mark={<span className="pers sm" aria-hidden="true" data-initials={initials(name)} />}
            name={name}
            caption={userName}
            held={roles.some((role) => role.userRoleId === userRoleId)}
            assign={() => assign({ userId, userRoleId })}
          />
        ))}
      </ul>
      {data && people.length === 0 && <p className="hint">{t('nobodyFound')}</p>}
      {data?.continuationToken && <p className="hint">{t('moreFound')}</p>}
    </>
  )
}

const SHOWN_GROUPS = 50

function Groups({ role: { userRoleId }, search }: { role: UserRole; search: string }) {
  const t = userRolesTexts.useText()
  const { groups, state, ask } = useGroupNames()
  const { data = [] } = userRolesApi.useListRoleGroupsQuery(userRoleId)
  const [assign] = userRolesApi.useAssignGroupMutation()
  const holding = new Set(data.map(({ groupId }) => groupId))
  const words = search.toLocaleLowerCase()
  const found = groups.filter(({ name }) => name.toLocaleLowerCase().includes(words))
  // If the directory's groups can't be read, a group ID can be entered.
  const typed = state === 'unknown' && search !== '' ? [{ groupId: search, name: search }] : []
  const shown = [...found.slice(0, SHOWN_GROUPS), ...typed]
  return (
    <>
      {state === 'unknown' && (
        <div className="strip info">
          <CircleAlert size={16} />
          <span className="grow">
            {t('groupsUnknown')}{' '}
            <button type="button" className="text-button" onClick={ask}>
              {t('readGroups')}
            </button>
          </span>
        </div>
      )}
      <ul className="holder-list assign-list" aria-label={t('groups')} aria-busy={state === 'loading'}>
        {shown.map(({ groupId, name }) => (
          <Choice
            key={groupId}
            mark={
              <span className="holder-mark">
                <Users size={14} />
              </span>
            }
            name={name}
            caption={t('group')}
            held={holding.has(groupId)}
            assign={() => assign({ userRoleId, groupId })}
          />
        ))}
      </ul>
      {state === 'known' && shown.length === 0 && <p className="hint">{t('noGroupFound')}</p>}
      {found.length > SHOWN_GROUPS && <p className="hint">{t('moreFound')}</p>}
    </>
  )
}

interface ChoiceProps {
  mark: ReactNode
  name: string
  caption: string
  held: boolean
  assign: () => Promise<{ error?: unknown }>
}

function Choice({ mark, name, caption, held, assign }: ChoiceProps) {
  const t = userRolesTexts.useText()
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false })

  async function give() {
    setState({ busy: true })
    const { error } = await assign()
    setState({ busy: false, error })
  }

  return (
    <li>
      <div className="row">
        {mark}
        <span className="grow s13">
          <span className="holder-name trunc">
            <bdi>{name}</bdi>
          </span>
          <span className="small m3 trunc holder-name">
            <bdi>{caption}</bdi>
          </span>
        </span>
        {held ? (
          <span className="chip ok">
            <Check size={12} />
            {t('assigned')}
          </span>
        ) : (
          <button
            type="button"
            className="btn out sm"
            aria-label={t('assignName', { name })}
            aria-disabled={state.busy}
            onClick={() => !state.busy && void give()}
          >
            {t('assign')}
          </button>
        )}
      </div>
      {Boolean(state.error) && (
        <span className="error" role="alert">
          <CircleAlert size={14} />
          {errorText(state.error)}
        </span>
      )}
    </li>
  )
}
