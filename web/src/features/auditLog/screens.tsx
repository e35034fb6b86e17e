import { History } from 'lucide-react'
import { loadLater } from '../../ui/loadLater.tsx'
import { type FeatureScreens, loadAreas } from '../frame/screens.ts'

const AuditLogPage = loadLater(async () => {
  const [{ AuditLogPage }] = await Promise.all([import('./AuditLogPage.tsx'), loadAreas()])
  return AuditLogPage
})

export default {
  screens: {
    auditLogs: {
      icon: History,
      title: { en: 'Audit Logs', ar: 'سجلات التدقيق' },
      short: { en: 'Audit', ar: 'سجلات' },
      pages: {
        '': <AuditLogPage />,
      },
      areas: ['auditLog'],
    },
  },
} satisfies FeatureScreens
