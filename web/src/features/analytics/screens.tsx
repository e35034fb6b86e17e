import { LayoutDashboard } from 'lucide-react'
import { loadLater } from '../../ui/loadLater.tsx'
import type { FeatureScreens } from '../frame/screens.ts'

const DashboardPage = loadLater(async () => (await import('./DashboardPage.tsx')).DashboardPage)

export default {
  screens: {
    dashboard: {
      section: 'manageAgents',
      icon: LayoutDashboard,
      title: { en: 'Dashboard', ar: 'لوحة المعلومات' },
      pages: {
        '': <DashboardPage />,
      },
      areas: ['analytics', 'unansweredQuestion'],
    },
  },
} satisfies FeatureScreens
