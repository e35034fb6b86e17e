import '../base/nonce.ts'
import { Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { App } from '../app/App.tsx'
import { loadFirstScreen } from '../app/Screens.tsx'
import { makeStore } from '../app/store.ts'
import { knowPageBrand } from '../features/brandTheme/data/api.ts'
import { askForFirstAgent } from '../features/chatModel/firstAgent.ts'
import { askForOwnRights } from '../features/currentUser/data/askForOwnRights.ts'
import { instanceApi } from '../features/instance/data/api.ts'
import { Initializing } from '../features/shell/Initializing.tsx'
import { auth, isAuthenticated } from '../session/auth.ts'
import { watchHealth } from '../session/health.ts'
import { LOGIN_PATH } from '../session/loginPath.ts'
import { goToLogin, resume } from '../session/session.ts'
import { watchVersion } from '../session/versionGate.ts'
import { reportUncaught } from '../transport/errorReports.ts'
import { afterFailedLoad } from '../transport/served.ts'

/** So long the page waits with what it would show without its data, so that it is not built twice. */
const DATA_MS = 500

reportUncaught('index')

let root: Root | undefined
let shown = false

/** The page's root, in place of the frame that the page came with. */
function pageRoot(): Root {
  root ??= createRoot(document.getElementById('root')!)
  return root
}

async function show(): Promise<void> {
  watchVersion()
  const store = makeStore()
  void store.dispatch(knowPageBrand())
  const ready = Promise.all([
    askForFirstAgent(store.dispatch, location),
    // The footer is there from the first frame on, so that it moves nothing.
    store.dispatch(instanceApi.endpoints.listFeatureFlags.initiate(undefined, { subscribe: false })),
    loadFirstScreen(location),
    askForOwnRights(store.dispatch, location),
  ])
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, DATA_MS))]).catch(() => {})
  shown = true
  pageRoot().render(<App store={store} />)
}

// Whoever has to wait until the server is there is told so, also before there is anything else to show.
auth.subscribe(() => {
  if (shown || !auth.read().healthCheckIssue) return
  pageRoot().render(
    <Suspense fallback={null}>
      <Initializing />
    </Suspense>,
  )
})

/** The page is for the signed-in; these paths are for everybody. */
const isOpen = () => ['/404', '/release-notes'].includes(location.pathname)

async function begin(): Promise<void> {
  void watchHealth()
  if (location.pathname === '/') return location.replace(LOGIN_PATH)
  if (isOpen() || isAuthenticated()) return show()
  // A sign-in that cannot be resumed now (no network, a refusal) starts again at the login, which says why.
  if (await resume().catch(() => false)) return show()
  goToLogin()
}

// A session that ends while the page is open: revoked, or its renewal refused.
auth.subscribe(() => {
  const { n1aiToken, isLoading } = auth.read()
  if (n1aiToken === '' && !isLoading && !isOpen()) goToLogin()
})

// A page that Back brings from the browser's cache waits for a sign-in that has ended elsewhere.
addEventListener('pageshow', (event: PageTransitionEvent) => {
  if (event.persisted && auth.read().isLoading) location.reload()
})

// A release may have replaced the files that this page would load later.
addEventListener('vite:preloadError', () => void afterFailedLoad())

void begin()
