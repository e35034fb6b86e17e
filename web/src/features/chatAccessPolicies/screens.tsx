import { ShieldCheck } from 'lucide-react'
import { loadLater } from '../../ui/loadLater.tsx'
import type { FeatureScreens } from '../frame/screens.ts'

const PoliciesPage = loadLater(async () => (await import('./PoliciesPage.tsx')).PoliciesPage)
const NewPolicyPage = loadLater(async () => (await import('./editor/NewPolicyPage.tsx')).NewPolicyPage)
const PolicyEditorPage = loadLater(
  async () => (await import('./editor/PolicyEditorPage.tsx')).PolicyEditorPage,
)

export default {
  screens: {
    chatAccessPolicies: {
      icon: ShieldCheck,
      title: { en: 'Chat Access Policies', ar: 'سياسات الوصول إلى المحادثة' },
      short: { en: 'Policies', ar: 'سياسات' },
      pages: {
        '': <PoliciesPage />,
        new: <NewPolicyPage />,
        ':chatAccessPolicyId/edit': <PolicyEditorPage />,
      },
      areas: ['chatAccessPolicy'],
    },
  },
} satisfies FeatureScreens
