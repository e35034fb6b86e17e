import { Settings2 } from 'lucide-react'
import { loadLater } from '../../ui/loadLater.tsx'
import type { FeatureScreens } from '../frame/screens.ts'

const InstanceSettingsPage = loadLater(
  async () => (await import('./InstanceSettingsPage.tsx')).InstanceSettingsPage,
)

export default {
  screens: {
    instanceSettings: {
      icon: Settings2,
      title: { en: 'Instance Settings', ar: 'إعدادات النظام' },
      short: { en: 'Settings', ar: 'الإعدادات' },
      pages: {
        '': <InstanceSettingsPage />,
      },
      areas: ['instanceSettings'],
    },
  },
  otherAreas: () => import('./auditAreas.ts'),
} satisfies FeatureScreens
