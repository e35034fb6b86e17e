import { Bot } from 'lucide-react'
import { loadLater } from '../../ui/loadLater.tsx'
import type { FeatureScreens } from '../frame/screens.ts'

const ManagedAgentsPage = loadLater(async () => (await import('./ManagedAgentsPage.tsx')).ManagedAgentsPage)
const NewAgentPage = loadLater(async () => (await import('./NewAgentPage.tsx')).NewAgentPage)
const GuidedPage = loadLater(async () => (await import('./guided/GuidedPage.tsx')).GuidedPage)
const SetupPage = loadLater(async () => (await import('./guided/SetupPage.tsx')).SetupPage)
const AgentEditorPage = loadLater(async () => (await import('./editor/AgentEditorPage.tsx')).AgentEditorPage)
const ChatLookPage = loadLater(async () => (await import('./look/ChatLookPage.tsx')).ChatLookPage)
const PublishingPage = loadLater(async () => (await import('./publishing/PublishingPage.tsx')).PublishingPage)
const PublicPage = loadLater(async () => (await import('./publicPage/PublicPage.tsx')).PublicPage)
const PromptsPage = loadLater(async () => (await import('./prompts/PromptsPage.tsx')).PromptsPage)
const AgentLimitsPage = loadLater(async () => (await import('./limits/AgentLimitsPage.tsx')).AgentLimitsPage)
const AgentTestsPage = loadLater(async () => (await import('./AgentTestsPage.tsx')).AgentTestsPage)
const AgentDebuggerPage = loadLater(async () => (await import('./AgentDebuggerPage.tsx')).AgentDebuggerPage)
const ConfigStatePage = loadLater(async () => (await import('./editor/ConfigStatePage.tsx')).ConfigStatePage)

export default {
  screens: {
    agents: {
      section: 'manageAgents',
      icon: Bot,
      title: { en: 'Agents', ar: 'الوكلاء' },
      pages: {
        '': <ManagedAgentsPage />,
        new: <NewAgentPage />,
        guided: <GuidedPage />,
        'guided/:setupId/edit': <SetupPage />,
        ':gptSystemId/edit/:addDataSource?': <AgentEditorPage />,
        ':gptSystemId/ux': <ChatLookPage />,
        ':gptSystemId/publish': <PublishingPage />,
        ':gptSystemId/publicPage': <PublicPage />,
        ':gptSystemId/prompts': <PromptsPage />,
        ':gptSystemId/limits': <AgentLimitsPage />,
        ':gptSystemId/tests': <AgentTestsPage />,
        ':gptSystemId/debugger': <AgentDebuggerPage />,
        'configstate/:gptSystemConfigurationStateId/edit': <ConfigStatePage />,
      },
      areas: ['gptSystem'],
    },
  },
  otherAreas: () => import('./auditAreas.ts'),
} satisfies FeatureScreens
