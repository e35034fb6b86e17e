import { Library } from 'lucide-react'
import { loadLater } from '../../ui/loadLater.tsx'
import type { FeatureScreens } from '../frame/screens.ts'

const DataSourcesPage = loadLater(async () => (await import('./DataSourcesPage.tsx')).DataSourcesPage)
const LibraryPage = loadLater(async () => (await import('./LibraryPage.tsx')).LibraryPage)
const NewSourcePage = loadLater(async () => (await import('./endpoints/NewSourcePage.tsx')).NewSourcePage)
const SourcePage = loadLater(async () => (await import('./endpoints/SourcePage.tsx')).SourcePage)
const GraphPage = loadLater(async () => (await import('./graph/GraphPage.tsx')).GraphPage)
const LibraryDebuggerPage = loadLater(
  async () => (await import('../retrievalDebugger/LibraryDebuggerPage.tsx')).LibraryDebuggerPage,
)

export default {
  screens: {
    fileLibraries: {
      section: 'manageAgents',
      icon: Library,
      title: { en: 'File Libraries', ar: 'مكتبات الملفات' },
      short: { en: 'Libraries', ar: 'مكتبات' },
      pages: {
        'new?': <DataSourcesPage />,
        ':dataSourceId/edit': <LibraryPage />,
        ':dataSourceType/:endpointsType/new': <NewSourcePage />,
        ':dataSourceType/:endpointsType/:dataSourceId/edit': <SourcePage />,
        ':dataSourceId/graph': <GraphPage />,
        debugger: <LibraryDebuggerPage />,
      },
      areas: ['dataSource'],
    },
  },
  otherAreas: () => import('./auditAreas.ts'),
} satisfies FeatureScreens
