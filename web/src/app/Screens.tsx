import { type ReactNode, Suspense } from 'react'
import { Navigate, Outlet, Route, Routes, useParams } from 'react-router'
import { useActions } from '../features/currentUser/useActions.ts'
import { AdminNavigation } from '../features/shell/AdminNavigation.tsx'
import { NoPermission } from '../features/shell/NoPermission.tsx'
import { RouteBar } from '../features/shell/RouteBar.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { LoadFault } from '../ui/LoadFault.tsx'
import { loadLater } from '../ui/loadLater.tsx'

const ChatPage = loadLater(async () => (await import('../features/conversations/ChatPage.tsx')).ChatPage)
const ChatNavigation = loadLater(
  async () => (await import('../features/conversations/ChatNavigation.tsx')).ChatNavigation,
)
const ChatMiniNavigation = loadLater(
  async () => (await import('../features/conversations/ChatNavigation.tsx')).ChatMiniNavigation,
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
const NotFoundPage = loadLater(async () => (await import('../features/shell/NotFoundPage.tsx')).NotFoundPage)

/** Loads what a path shows first, as far as that is the chat: most visits begin there. */
export async function loadFirstScreen({ pathname }: Location): Promise<void> {
  if (pathname.startsWith('/chat')) await Promise.all([ChatPage.load(), ChatNavigation.load()])
}

/** Every screen by its path. Unknown paths go to the chat, unknown ones under a prefix to that prefix. */
export function Screens() {
  return (
    <Routes>
      <Route
        path="/404"
        element={
          <Lazy>
            <NotFoundPage />
          </Lazy>
        }
      />
      <Route element={<ChatArea />}>
        <Route path="/chat/:entryGptSystemId?" element={<ChatPage />} />
      </Route>
      <Route path="/admin" element={<AdminArea />}>
        <Route path="datasource" element={<Outlet />}>
          <Route index element={<DataSourcesPage />} />
          <Route path=":dataSourceId/edit" element={<LibraryPage />} />
        </Route>
        <Route path="brand" element={<Outlet />}>
          <Route index element={<BrandsPage />} />
          <Route path="new" element={<NewBrandPage />} />
          <Route path="defaults" element={<BrandDefaultsPage />} />
          <Route path=":brandKey/edit" element={<BrandEditorPage />} />
        </Route>
        <Route path="*" element={<Navigate to="/admin/datasource" replace />} />
        <Route index element={<Navigate to="/admin/datasource" replace />} />
      </Route>
      <Route path="/gpt-system/:gptSystemId" element={<OldAgentPath />} />
      <Route path="*" element={<Navigate to="/chat" replace />} />
    </Routes>
  )
}

const Lazy = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<RouteBar />}>{children}</Suspense>
)

function ChatArea() {
  return (
    <Shell
      navigation={
        <Lazy>
          <ChatNavigation />
        </Lazy>
      }
      miniNavigation={
        <Lazy>
          <ChatMiniNavigation />
        </Lazy>
      }
    >
      <Lazy>
        <Outlet />
      </Lazy>
    </Shell>
  )
}

function AdminArea() {
  const { mayManage, isLoading, error, refetch } = useActions()
  return (
    <Shell navigation={<AdminNavigation />} miniNavigation={<AdminNavigation mini />}>
      {isLoading ? (
        <RouteBar />
      ) : error ? (
        <LoadFault error={error} retry={refetch} />
      ) : mayManage ? (
        <Lazy>
          <Outlet />
        </Lazy>
      ) : (
        <NoPermission action="DataSourcesRead" />
      )}
    </Shell>
  )
}

function OldAgentPath() {
  const { gptSystemId = '' } = useParams()
  return <Navigate to={`/chat/${encodeURIComponent(gptSystemId)}`} replace />
}
