import { FlaskConical } from 'lucide-react'
import { loadLater } from '../../ui/loadLater.tsx'
import type { FeatureScreens } from '../frame/screens.ts'

const TestsPage = loadLater(async () => (await import('./TestsPage.tsx')).TestsPage)
const TestPage = loadLater(async () => (await import('./TestPage.tsx')).TestPage)
const InjectionRunPage = loadLater(
  async () => (await import('./injections/InjectionRunPage.tsx')).InjectionRunPage,
)
const RunPage = loadLater(async () => (await import('./results/RunPage.tsx')).RunPage)
const ComparePage = loadLater(async () => (await import('./compare/ComparePage.tsx')).ComparePage)

export default {
  screens: {
    performanceTests: {
      section: 'manageAgents',
      icon: FlaskConical,
      title: { en: 'Performance Tests', ar: 'اختبارات الأداء' },
      short: { en: 'Tests', ar: 'اختبارات' },
      pages: {
        '': <TestsPage />,
        ':performanceTestId/edit': <TestPage />,
        ':performanceTestId/runs/:runId': <RunPage />,
        ':performanceTestId/compare': <ComparePage />,
        'injections/:gptSystemId/:runId': <InjectionRunPage />,
      },
      areas: ['performanceTest'],
    },
  },
} satisfies FeatureScreens
