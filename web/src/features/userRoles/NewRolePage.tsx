import { TriangleAlert } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatList } from '../../lang/format.ts'
import { newId } from '../../session/http.ts'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { SaveBar } from '../../ui/admin/SaveBar.tsx'
import { useEditForm } from '../../ui/admin/useEditForm.ts'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { useNavigateIfHere, useNavigateNow } from '../../ui/navigate.ts'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOwnRights } from '../currentUser/data/useActions.ts'
import { NoPermission } from '../frame/NoPermission.tsx'
import { screenTitle } from '../frame/screens.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { type EntityConfiguration, type UserRole, userRolesApi } from './data/api.ts'
import { rolePath, rolesPath } from './data/rolePaths.ts'
import { useRoleRights } from './data/useRoleRights.ts'
import { giveable } from './editor/matrix.ts'
import { RoleFrame } from './editor/RoleFrame.tsx'
import { RoleWait } from './editor/RoleWait.tsx'
import { changeSummary } from './editor/roleChanges.tsx'
import {
  blankRole,
  inputOf,
  pathOf,
  type RoleField,
  type RoleState,
  type RoleValues,
  roleErrors,
} from './editor/roleForm.ts'
import { saveRole } from './editor/saveRole.ts'
import { useRoleCalls } from './editor/useRoleForm.ts'
import { userRolesTexts } from './lang/en.ts'

/** /admin/userRole/new, or with `from`, a copy of another role. */
export function NewRolePage() {
  const t = userRolesTexts.useText()
  usePageTitle(t('newTitle'))
  const { mayCreate } = useRoleRights()
  const [params] = useSearchParams()
  const from = params.get('from')
  if (!mayCreate) return <NoPermission action="UserRolesCreate" />
  return from ? <Copied key={from} userRoleId={from} /> : <NewRole from={undefined} />
}

function Copied({ userRoleId }: { userRoleId: string }) {
  const role = userRolesApi.useGetUserRoleQuery({ userRoleId })
  const entities = userRolesApi.useGetEntityConfigurationQuery({ userRoleId })
  if (role.data && entities.data) return <NewRole from={{ role: role.data, entities: entities.data }} />
  return <RoleWait failed={[role, entities].find(({ error }) => error)} />
}

interface Source {
  role: UserRole
  entities: EntityConfiguration
}

/** Returns the initial values of a new role. A copy includes only what the user can grant. */
function useBeginning(from: Source | undefined): { state: RoleState; left: string[] } {
  const t = userRolesTexts.useText()
  const own = useOwnRights()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the initial values of a form never change.
  return useMemo(() => {
    if (!from) return { state: blankRole, left: [] }
    const { role, entities } = from
    const taken = giveable({ actions: role.permissions.actions, entities: entities.items }, own)
    const name = t('copyOf', { name: role.name })
    const values = { name, description: role.description, actions: taken.actions, entities: taken.entities }
    return { state: { version: 0, values }, left: taken.left }
  }, [])
}

function NewRole({ from }: { from: Source | undefined }) {
  const t = userRolesTexts.useText()
  const { fullNameOf, nameOf } = usePermissionNames()
  const navigate = useNavigateNow()
  const navigateIfHere = useNavigateIfHere()
  const { state, left } = useBeginning(from)
  const { save, half } = useCreation()
  const lift = useRef(() => {})
  const form = useEditForm<RoleValues, RoleState & { userRoleId?: string }>({
    entity: state,
    valuesOf: ({ values }) => values,
    pathOf,
    validate: (values) => roleErrors(values, t),
    save,
    saved: ({ userRoleId = '', values: { name } }) => {
      lift.current()
      toast.success(t('created', { name }))
      void navigateIfHere(rolePath(userRoleId), { replace: true })
    },
  })!
  lift.current = useLeaveGuard(form.changed.length > 0)
  return (
    <RoleFrame
      creating
      form={form}
      entities={from?.entities.items ?? []}
      readOnly={false}
      head={<PageHead title={t('newTitle')} parent={{ title: screenTitle('userRoles'), path: rolesPath }} />}
      note={
        left.length > 0 && (
          <p className="strip w role-note">
            <TriangleAlert size={16} />
            <span className="grow">{t('leftOut', { actions: formatList(left.map(fullNameOf)) })}</span>
          </p>
        )
      }
      bar={
        <SaveBar
          creating
          changes={form.changed.length}
          summary={changeSummary(blankRole.values, form.values, nameOf)}
          errors={Object.keys(form.errors).length}
          warning={half ? t('halfSaved') : undefined}
          error={form.error}
          saving={form.saving}
          label={t('create')}
          cancel={() => void navigate(rolesPath)}
          save={form.submit}
        />
      }
    />
  )
}

/**
 * Creates the role, then sets its objects. If the second step fails, the role exists, and trying again finishes
 * the rest.
 */
function useCreation() {
  const [create] = userRolesApi.useCreateUserRoleMutation()
  const callsOf = useRoleCalls()
  const intent = useRef({ of: '', key: '' })
  const created = useRef<{ userRoleId: string; version: number }>(undefined)
  const [half, setHalf] = useState(false)

  async function save(values: RoleValues, version: number) {
    const changed: RoleField[] = values.entities.length > 0 ? ['entities'] : []
    if (created.current) changed.push('name', 'entities')
    else {
      const input = inputOf(values)
      // Idempotency key per submission, so that a retry doesn't create a second role.
      const of = JSON.stringify(input)
      if (intent.current.of !== of) intent.current = { of, key: newId() }
      const { data, error } = await create({ key: intent.current.key, ...input })
      if (!data) return { error }
      created.current = { userRoleId: data.userRoleId, version: data.version }
    }
    const { userRoleId } = created.current
    const saved = await saveRole(
      callsOf(userRoleId),
      values,
      Math.max(version, created.current.version),
      changed,
    )
    created.current.version = saved.version
    setHalf(!saved.data)
    return saved.data ? { data: { ...saved.data, userRoleId } } : { error: saved.error }
  }
  return { save, half }
}
