import { KeyRound } from 'lucide-react'
import { loadLater } from '../../ui/loadLater.tsx'
import type { FeatureScreens } from '../frame/screens.ts'

const UserRolesPage = loadLater(async () => (await import('./UserRolesPage.tsx')).UserRolesPage)
const NewRolePage = loadLater(async () => (await import('./NewRolePage.tsx')).NewRolePage)
const RoleEditorPage = loadLater(async () => (await import('./editor/RoleEditorPage.tsx')).RoleEditorPage)

export default {
  screens: {
    userRoles: {
      icon: KeyRound,
      title: { en: 'User Roles', ar: 'أدوار المستخدمين' },
      short: { en: 'Roles', ar: 'أدوار' },
      pages: {
        '': <UserRolesPage />,
        new: <NewRolePage />,
        ':userRoleId/edit': <RoleEditorPage />,
      },
      areas: ['userRole'],
    },
  },
} satisfies FeatureScreens
