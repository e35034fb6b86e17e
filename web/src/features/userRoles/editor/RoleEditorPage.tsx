import { useParams } from 'react-router'
import { useScreenTitle } from '../../frame/screens.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { userRolesApi } from '../data/api.ts'
import { RoleEditor } from './RoleEditor.tsx'
import { RoleWait } from './RoleWait.tsx'

/** /admin/userRole/{userRoleId}/edit */
export function RoleEditorPage() {
  const { userRoleId = '' } = useParams()
  // Another role needs a new form.
  return <Loaded key={userRoleId} userRoleId={userRoleId} />
}

function Loaded({ userRoleId }: { userRoleId: string }) {
  const titleOf = useScreenTitle()
  const anew = { refetchOnMountOrArgChange: true }
  const role = userRolesApi.useGetUserRoleQuery({ userRoleId }, anew)
  const entities = userRolesApi.useGetEntityConfigurationQuery({ userRoleId }, anew)
  usePageTitle(role.data?.name ?? titleOf('userRoles'))
  if (role.data && entities.data) return <RoleEditor role={role.data} entities={entities.data} />
  const failed = [role, entities].find(({ error }) => error)
  return <RoleWait failed={failed} />
}
