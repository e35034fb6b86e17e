import { Users } from 'lucide-react'
import { loadLater } from '../../ui/loadLater.tsx'
import type { FeatureScreens } from '../frame/screens.ts'

const UsersPage = loadLater(async () => (await import('./UsersPage.tsx')).UsersPage)
const NewUserPage = loadLater(async () => (await import('./NewUserPage.tsx')).NewUserPage)
const UserEditPage = loadLater(async () => (await import('./UserEditPage.tsx')).UserEditPage)
const UserProfilePage = loadLater(async () => (await import('./UserProfilePage.tsx')).UserProfilePage)

export default {
  screens: {
    users: {
      icon: Users,
      title: { en: 'Users', ar: 'المستخدمون' },
      pages: {
        '': <UsersPage />,
        cards: <UsersPage cards />,
        new: <NewUserPage />,
        ':userId/edit': <UserEditPage />,
        ':userId/profile': <UserProfilePage />,
      },
      areas: ['user'],
    },
  },
} satisfies FeatureScreens
