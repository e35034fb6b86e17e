import { LayoutGrid, List } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useAddressParams, withValues } from '../../ui/addressParams.ts'
import type { Filters } from '../../ui/admin/listShape.ts'
import { userRolesApi } from '../userRoles/data/api.ts'
import type { UserList } from './data/api.ts'
import { cardsPath, usersPath } from './data/userPaths.ts'
import { usersTexts } from './lang/en.ts'
import { useUserRights } from './useUserRights.ts'

const states = ['', 'false', 'true'] as const
const words = { '': 'stateAll', false: 'stateEnabled', true: 'stateDisabled' } as const
type State = (typeof states)[number]

interface Narrowed extends Filters {
  wanted: Pick<UserList, 'disabled' | 'userRoleId'>
}

/** The filters of the user list in addition to its search. They are in the URL, too. */
export function useUserFilters(cards: boolean): Narrowed {
  const [params, changeParams] = useAddressParams()
  const given = params.get('disabled') ?? ''
  const disabled = states.find((one) => one === given) ?? ''
  const userRoleId = params.get('userRoleId') ?? ''
  const change = (values: Record<string, string>) => changeParams((now) => withValues(now, values))
  return {
    wanted: { disabled: disabled || undefined, userRoleId: userRoleId || undefined },
    on: disabled !== '' || userRoleId !== '',
    clear: () => change({ search: '', disabled: '', userRoleId: '' }),
    fields: (
      <>
        <RoleFilter chosen={userRoleId} choose={(id) => change({ userRoleId: id })} />
        <StateFilter chosen={disabled} choose={(state) => change({ disabled: state })} />
        <span className="grow" />
        <ViewSwitch cards={cards} />
      </>
    ),
  }
}

function RoleFilter({ chosen, choose }: { chosen: string; choose: (userRoleId: string) => void }) {
  const t = usersTexts.useText()
  const { maySeeRoles } = useUserRights()
  const { data } = userRolesApi.useListAllUserRolesQuery(undefined, { skip: !maySeeRoles })
  if (!maySeeRoles) return null
  return (
    <select
      className="in user-filter"
      aria-label={t('filterRole')}
      value={chosen}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{t('everyRole')}</option>
      {data?.items.map(({ userRoleId, name }) => (
        <option key={userRoleId} value={userRoleId}>
          {name}
        </option>
      ))}
    </select>
  )
}

function StateFilter({ chosen, choose }: { chosen: State; choose: (state: string) => void }) {
  const t = usersTexts.useText()
  return (
    <select
      className="in user-filter"
      aria-label={t('filterState')}
      value={chosen}
      onChange={(event) => choose(event.target.value)}
    >
      {states.map((state) => (
        <option key={state} value={state}>
          {t(words[state])}
        </option>
      ))}
    </select>
  )
}

/** Switches between list and cards. Search and filters stay. */
function ViewSwitch({ cards }: { cards: boolean }) {
  const t = usersTexts.useText()
  const { search } = useLocation()
  const views = [
    { path: usersPath, label: t('viewList'), on: !cards, Icon: List },
    { path: cardsPath, label: t('viewCards'), on: cards, Icon: LayoutGrid },
  ]
  return (
    <nav className="seg" aria-label={t('viewAs')}>
      {views.map(({ path, label, on, Icon }) => (
        <Link key={path} to={{ pathname: path, search }} replace aria-current={on ? 'page' : undefined}>
          <Icon size={14} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
