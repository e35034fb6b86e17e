import { type ScreenName, screens } from '@parlance/contract/screens'
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
import { useApplyBrand } from '../features/brandTheme/useApplyBrand.ts'
import { readPath, readsPath } from '../features/conversationReads/data/readPaths.ts'
import { useActions } from '../features/currentUser/data/useActions.ts'
import { RouteBar } from '../features/frame/RouteBar.tsx'
import { type AdminScreen, allScreens } from '../features/frame/screens.ts'
import { Shell } from '../features/shell/Shell.tsx'
import { loadLater } from '../ui/loadLater.tsx'
import { AllowedScreen } from './AllowedScreen.tsx'
import './screenList.ts'

const AgentsPage = loadLater(
  async () => (await import('../features/agentDiscovery/AgentsPage.tsx')).AgentsPage,
)
const ChatPage = loadLater(async () => (await import('../features/chat/ChatPage.tsx')).ChatPage)
const ChatHost = loadLater(async () => (await import('../features/chat/ChatHost.tsx')).ChatHost)
const ChatNavigation = loadLater(
  async () => (await import('../features/chat/ChatNavigation.tsx')).ChatNavigation,
)
const ChatMiniNavigation = loadLater(
  async () => (await import('../features/chat/ChatMiniNavigation.tsx')).ChatMiniNavigation,
)
const AdminHost = loadLater(async () => (await import('../features/shell/AdminHost.tsx')).AdminHost)
const AdminNavigation = loadLater(
  async () => (await import('../features/shell/AdminNavigation.tsx')).AdminNavigation,
)
const AccountPage = loadLater(async () => (await import('../features/users/AccountPage.tsx')).AccountPage)
const PersonalEditorPage = loadLater(
  async () => (await import('../features/personalAgents/editor/PersonalEditorPage.tsx')).PersonalEditorPage,
)
const SnapshotPage = loadLater(
  async () => (await import('../features/snapshots/SnapshotPage.tsx')).SnapshotPage,
)
const ClaimPage = loadLater(async () => (await import('../features/claim/ClaimPage.tsx')).ClaimPage)
const EscalationPage = loadLater(
  async () => (await import('../features/escalations/EscalationPage.tsx')).EscalationPage,
)
const ExportsPage = loadLater(
  async () => (await import('../features/personalData/ExportsPage.tsx')).ExportsPage,
)
const StatementsPage = loadLater(
  async () => (await import('../features/personalData/StatementsPage.tsx')).StatementsPage,
)
const StatementPage = loadLater(
  async () => (await import('../features/personalData/StatementPage.tsx')).StatementPage,
)
const NotFoundPage = loadLater(async () => (await import('../features/shell/NotFoundPage.tsx')).NotFoundPage)
const ReleaseNotesPage = loadLater(
  async () => (await import('../features/shell/ReleaseNotesPage.tsx')).ReleaseNotesPage,
)

const Lazy = ({ screen }: { screen: ReactNode }) => <Suspense fallback={<RouteBar />}>{screen}</Suspense>

function ChatArea() {
  return (
    <>
      <Suspense>
        <ChatHost />
      </Suspense>
      <Shell
        navigation={<Lazy screen={<ChatNavigation />} />}
        miniNavigation={<Lazy screen={<ChatMiniNavigation />} />}
      >
        <Lazy screen={<Outlet />} />
      </Shell>
    </>
  )
}
ChatArea.load = ChatNavigation.load

function AdminArea() {
  // An agent's brand applies only in its chat.
  useApplyBrand(null)
  return (
    <>
      <Suspense>
        <AdminHost />
      </Suspense>
      <Shell
        navigation={<Lazy screen={<AdminNavigation />} />}
        miniNavigation={<Lazy screen={<AdminNavigation mini />} />}
      >
        <Lazy screen={<Outlet />} />
      </Shell>
    </>
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

/** Where notifications and emails of before led. */
function OldReadsPath() {
  const { conversationReadId } = useParams()
  return <Navigate to={conversationReadId ? readPath(conversationReadId) : readsPath} replace />
}

/** A screen of the administration with the pages below it, for people with one of its permissions. */
function adminRoute([name, { pages }]: [ScreenName, AdminScreen]) {
  // A screen of a later release has no route, so its URL leads to the dashboard.
  if (!pages) return null
  const { path, actions } = screens[name]
  const [, , segment] = path.split('/')
  return (
    <Route key={name} path={segment} caseSensitive element={<AllowedScreen actions={actions} />}>
      {Object.entries(pages).map(([below, page]) =>
        below === '' ? (
          <Route key={below} index element={page} />
        ) : (
          <Route key={below} path={below} caseSensitive element={page} />
        ),
      )}
    </Route>
  )
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
      <Route path="/chat/claim" caseSensitive element={<ClaimPage />} />
      <Route path="/chat/:entryGptSystemId?" caseSensitive element={<ChatPage />} />
    </Route>
    <Route path="/admin/user/account" caseSensitive element={<AccountArea />}>
      <Route index element={<AccountPage />} />
    </Route>
    <Route path="/admin" caseSensitive element={<AdminArea />}>
      {allScreens().map(adminRoute)}
      <Route path="escalations" caseSensitive element={<AllowedScreen actions={['UserConversationsRead']} />}>
        <Route path=":escalationId" element={<EscalationPage />} />
      </Route>
      <Route
        path="user/dataExports"
        caseSensitive
        element={<AllowedScreen actions={['UserConversationsRead', 'UserWrite']} />}
      >
        <Route path=":userId" element={<ExportsPage />} />
      </Route>
      <Route
        path="user/conversationReads"
        caseSensitive
        element={<AllowedScreen actions={screens.conversationReads.actions} />}
      >
        <Route index element={<OldReadsPath />} />
        <Route path=":conversationReadId" element={<OldReadsPath />} />
      </Route>
      <Route path="user/erasures" caseSensitive element={<AllowedScreen actions={['UserWrite']} />}>
        <Route index element={<StatementsPage />} />
        <Route path=":erasureId" element={<StatementPage />} />
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
