import { screens } from '@parlance/contract/screens'
import { isValidElement, type ReactNode, Suspense } from 'react'
import {
  createRoutesFromElements,
  matchRoutes,
  Navigate,
  Outlet,
  Route,
  useParams,
  useRoutes,
} from 'react-router'
import { useWornBrand } from '../features/brandTheme/useWornBrand.ts'
import { useActions } from '../features/currentUser/data/useActions.ts'
import { RouteBar } from '../features/frame/RouteBar.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { loadLater } from '../ui/loadLater.tsx'
import { AllowedScreen } from './AllowedScreen.tsx'

const AgentsPage = loadLater(
  async () => (await import('../features/agentDiscovery/AgentsPage.tsx')).AgentsPage,
)
const ChatPage = loadLater(async () => (await import('../features/chat/ChatPage.tsx')).ChatPage)
const ChatNavigation = loadLater(
  async () => (await import('../features/chat/ChatNavigation.tsx')).ChatNavigation,
)
const ChatMiniNavigation = loadLater(
  async () => (await import('../features/chat/ChatMiniNavigation.tsx')).ChatMiniNavigation,
)
const AdminNavigation = loadLater(
  async () => (await import('../features/shell/AdminNavigation.tsx')).AdminNavigation,
)
const DashboardPage = loadLater(
  async () => (await import('../features/analytics/DashboardPage.tsx')).DashboardPage,
)
const DataSourcesPage = loadLater(
  async () => (await import('../features/dataSources/DataSourcesPage.tsx')).DataSourcesPage,
)
const LibraryPage = loadLater(
  async () => (await import('../features/dataSources/LibraryPage.tsx')).LibraryPage,
)
const BrandsPage = loadLater(async () => (await import('../features/brands/BrandsPage.tsx')).BrandsPage)
const NewBrandPage = loadLater(async () => (await import('../features/brands/NewBrandPage.tsx')).NewBrandPage)
const BrandEditorPage = loadLater(
  async () => (await import('../features/brands/editor/BrandEditorPage.tsx')).BrandEditorPage,
)
const BrandDefaultsPage = loadLater(
  async () => (await import('../features/brands/editor/BrandEditorPage.tsx')).BrandDefaultsPage,
)
const UserRolesPage = loadLater(
  async () => (await import('../features/userRoles/UserRolesPage.tsx')).UserRolesPage,
)
const NewRolePage = loadLater(async () => (await import('../features/userRoles/NewRolePage.tsx')).NewRolePage)
const RoleEditorPage = loadLater(
  async () => (await import('../features/userRoles/editor/RoleEditorPage.tsx')).RoleEditorPage,
)
const UsersPage = loadLater(async () => (await import('../features/users/UsersPage.tsx')).UsersPage)
const NewUserPage = loadLater(async () => (await import('../features/users/NewUserPage.tsx')).NewUserPage)
const UserEditPage = loadLater(async () => (await import('../features/users/UserEditPage.tsx')).UserEditPage)
const UserProfilePage = loadLater(
  async () => (await import('../features/users/UserProfilePage.tsx')).UserProfilePage,
)
const AccountPage = loadLater(async () => (await import('../features/users/AccountPage.tsx')).AccountPage)
const PoliciesPage = loadLater(
  async () => (await import('../features/chatAccessPolicies/PoliciesPage.tsx')).PoliciesPage,
)
const NewPolicyPage = loadLater(
  async () => (await import('../features/chatAccessPolicies/editor/NewPolicyPage.tsx')).NewPolicyPage,
)
const PolicyEditorPage = loadLater(
  async () => (await import('../features/chatAccessPolicies/editor/PolicyEditorPage.tsx')).PolicyEditorPage,
)
const InstanceSettingsPage = loadLater(
  async () => (await import('../features/instanceSettings/InstanceSettingsPage.tsx')).InstanceSettingsPage,
)
const AuditLogPage = loadLater(
  async () => (await import('../features/auditLog/AuditLogPage.tsx')).AuditLogPage,
)
const PersonalEditorPage = loadLater(
  async () => (await import('../features/personalAgents/editor/PersonalEditorPage.tsx')).PersonalEditorPage,
)
const SnapshotPage = loadLater(
  async () => (await import('../features/snapshots/SnapshotPage.tsx')).SnapshotPage,
)
const ManagedAgentsPage = loadLater(
  async () => (await import('../features/agentManagement/ManagedAgentsPage.tsx')).ManagedAgentsPage,
)
const NewAgentPage = loadLater(
  async () => (await import('../features/agentManagement/NewAgentPage.tsx')).NewAgentPage,
)
const ConfigStatePage = loadLater(
  async () => (await import('../features/agentManagement/editor/ConfigStatePage.tsx')).ConfigStatePage,
)
const AgentEditorPage = loadLater(
  async () => (await import('../features/agentManagement/editor/AgentEditorPage.tsx')).AgentEditorPage,
)
const ChatLookPage = loadLater(
  async () => (await import('../features/agentManagement/look/ChatLookPage.tsx')).ChatLookPage,
)
const PublishingPage = loadLater(
  async () => (await import('../features/agentManagement/publishing/PublishingPage.tsx')).PublishingPage,
)
const PromptsPage = loadLater(
  async () => (await import('../features/agentManagement/prompts/PromptsPage.tsx')).PromptsPage,
)
const AgentLimitsPage = loadLater(
  async () => (await import('../features/agentManagement/limits/AgentLimitsPage.tsx')).AgentLimitsPage,
)
const NotFoundPage = loadLater(async () => (await import('../features/shell/NotFoundPage.tsx')).NotFoundPage)
const ReleaseNotesPage = loadLater(
  async () => (await import('../features/shell/ReleaseNotesPage.tsx')).ReleaseNotesPage,
)

const Lazy = ({ screen }: { screen: ReactNode }) => <Suspense fallback={<RouteBar />}>{screen}</Suspense>

function ChatArea() {
  return (
    <Shell
      navigation={<Lazy screen={<ChatNavigation />} />}
      miniNavigation={<Lazy screen={<ChatMiniNavigation />} />}
    >
      <Lazy screen={<Outlet />} />
    </Shell>
  )
}
ChatArea.load = ChatNavigation.load

function AdminArea() {
  // An agent's brand applies only in its chat.
  useWornBrand(null)
  return (
    <Shell
      navigation={<Lazy screen={<AdminNavigation />} />}
      miniNavigation={<Lazy screen={<AdminNavigation mini />} />}
    >
      <Lazy screen={<Outlet />} />
    </Shell>
  )
}

AdminArea.load = AdminNavigation.load

/**
 * The user's own account, which everyone can open. It appears in the administration if the user can open that,
 * otherwise in the chat area.
 */
function AccountArea() {
  const { mayManage, isLoading } = useActions()
  if (isLoading) return <RouteBar />
  return mayManage ? <AdminArea /> : <ChatArea />
}

function OldAgentPath() {
  const { gptSystemId = '' } = useParams()
  return <Navigate to={`/chat/${encodeURIComponent(gptSystemId)}`} replace />
}

/** All screens by path. Unknown paths go to the chat, and unknown paths under a prefix go to that prefix. */
export const routes = createRoutesFromElements(
  <>
    <Route path="/404" caseSensitive element={<Lazy screen={<NotFoundPage />} />} />
    <Route path="/release-notes" caseSensitive element={<Lazy screen={<ReleaseNotesPage />} />} />
    <Route element={<ChatArea />}>
      <Route path="/chat/agents" caseSensitive element={<AgentsPage />} />
      <Route
        path="/chat/agents/configstate/:configStateId/edit"
        caseSensitive
        element={<PersonalEditorPage />}
      />
      <Route path="/chat/shared/:snapshotId" caseSensitive element={<SnapshotPage />} />
      <Route path="/chat/:entryGptSystemId?" caseSensitive element={<ChatPage />} />
    </Route>
    <Route path="/admin/user/account" caseSensitive element={<AccountArea />}>
      <Route index element={<AccountPage />} />
    </Route>
    <Route path="/admin" caseSensitive element={<AdminArea />}>
      <Route element={<AllowedScreen actions={screens.dashboard.actions} />}>
        <Route index element={<DashboardPage />} />
      </Route>
      <Route
        path="datasource"
        caseSensitive
        element={<AllowedScreen actions={screens.fileLibraries.actions} />}
      >
        <Route index element={<DataSourcesPage />} />
        <Route path=":dataSourceId/edit" caseSensitive element={<LibraryPage />} />
      </Route>
      <Route path="gptsystem" caseSensitive element={<AllowedScreen actions={screens.agents.actions} />}>
        <Route index element={<ManagedAgentsPage />} />
        <Route path="new" caseSensitive element={<NewAgentPage />} />
        <Route path=":gptSystemId/edit/:addDataSource?" caseSensitive element={<AgentEditorPage />} />
        <Route path=":gptSystemId/ux" caseSensitive element={<ChatLookPage />} />
        <Route path=":gptSystemId/publish" caseSensitive element={<PublishingPage />} />
        <Route path=":gptSystemId/prompts" caseSensitive element={<PromptsPage />} />
        <Route path=":gptSystemId/limits" caseSensitive element={<AgentLimitsPage />} />
        <Route
          path="configstate/:gptSystemConfigurationStateId/edit"
          caseSensitive
          element={<ConfigStatePage />}
        />
      </Route>
      <Route path="brand" caseSensitive element={<AllowedScreen actions={screens.brands.actions} />}>
        <Route index element={<BrandsPage />} />
        <Route path="new" caseSensitive element={<NewBrandPage />} />
        <Route path="defaults" caseSensitive element={<BrandDefaultsPage />} />
        <Route path=":brandKey/edit" caseSensitive element={<BrandEditorPage />} />
      </Route>
      <Route path="userRole" caseSensitive element={<AllowedScreen actions={screens.userRoles.actions} />}>
        <Route index element={<UserRolesPage />} />
        <Route path="new" caseSensitive element={<NewRolePage />} />
        <Route path=":userRoleId/edit" caseSensitive element={<RoleEditorPage />} />
      </Route>
      <Route path="user" caseSensitive element={<AllowedScreen actions={screens.users.actions} />}>
        <Route index element={<UsersPage />} />
        <Route path="cards" caseSensitive element={<UsersPage cards />} />
        <Route path="new" caseSensitive element={<NewUserPage />} />
        <Route path=":userId/edit" caseSensitive element={<UserEditPage />} />
        <Route path=":userId/profile" caseSensitive element={<UserProfilePage />} />
      </Route>
      <Route
        path="chatAccessPolicy"
        caseSensitive
        element={<AllowedScreen actions={screens.chatAccessPolicies.actions} />}
      >
        <Route index element={<PoliciesPage />} />
        <Route path="new" caseSensitive element={<NewPolicyPage />} />
        <Route path=":chatAccessPolicyId/edit" caseSensitive element={<PolicyEditorPage />} />
      </Route>
      <Route
        path="instanceSettings"
        caseSensitive
        element={<AllowedScreen actions={screens.instanceSettings.actions} />}
      >
        <Route index element={<InstanceSettingsPage />} />
      </Route>
      <Route path="audit" caseSensitive element={<AllowedScreen actions={screens.auditLogs.actions} />}>
        <Route index element={<AuditLogPage />} />
      </Route>
      <Route path="*" element={<Navigate to="/admin" replace />} />
    </Route>
    <Route path="/gpt-system/:gptSystemId" caseSensitive element={<OldAgentPath />} />
    <Route path="*" element={<Navigate to="/chat" replace />} />
  </>,
)

export const Screens = () => useRoutes(routes)

/**
 * Preloads the screen of a path with its frame, so it appears in the first frame. For parts loaded later, React
 * keeps their fallback for 300 ms.
 */
export async function loadFirstScreen({ pathname }: Location): Promise<void> {
  const elements = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route.element)
  await Promise.all(elements.map((element) => (isValidElement(element) ? loadOf(element.type) : undefined)))
}

const loadOf = (type: object | string): Promise<unknown> | undefined =>
  typeof type === 'function' && 'load' in type && typeof type.load === 'function' ? type.load() : undefined
