import '../base/nonce.ts'
import { Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { App } from '../app/App.tsx'
import { loadFirstScreen } from '../app/Screens.tsx'
import { createStore } from '../app/store.ts'
import { knowPageBrand } from '../features/brandTheme/data/api.ts'
import { askForFirstAgent } from '../features/chatModel/firstAgent.ts'
import { keepFragment } from '../features/claim/data/fragment.ts'
import { askForOwnRights } from '../features/currentUser/data/askForOwnRights.ts'
import { instanceApi } from '../features/instance/data/api.ts'
import { Initializing } from '../features/shell/Initializing.tsx'
import { auth, isAuthenticated } from '../session/auth.ts'
import { followHealth } from '../session/health.ts'
import { LOGIN_PATH } from '../session/loginPath.ts'
import { followSignOut, goToLogin, resume } from '../session/session.ts'
import { watchVersion } from '../session/versionGate.ts'
import { reportUncaught } from '../transport/errorReports.ts'
import { afterFailedLoad } from '../transport/served.ts'

/** How long the page waits for its data before rendering, to avoid rendering twice. */
const DATA_MS = 500

reportUncaught('index')
keepFragment()

let root: Root | undefined
let shown = false

/** Returns the page's root, which replaces the initial markup. */
function pageRoot(): Root {
  root ??= createRoot(document.getElementById('root')!)
  return root
}

async function show(): Promise<void> {
  watchVersion()
  const store = createStore()
  void store.dispatch(knowPageBrand())
  const ready = Promise.all([
    askForFirstAgent(store.dispatch, location),
    // The footer is there from the first frame, so it doesn't shift anything.
    store.dispatch(instanceApi.endpoints.listFeatureFlags.initiate(undefined, { subscribe: false })),
    loadFirstScreen(location),
    askForOwnRights(store.dispatch, location),
  ])
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, DATA_MS))]).catch(() => {})
  shown = true
  pageRoot().render(<App store={store} />)
}

// Shows the waiting screen as long as the server isn't ready, even before there is anything else to show.
auth.subscribe(() => {
  if (shown || !auth.read().healthCheckIssue) return
  pageRoot().render(
    <Suspense fallback={null}>
      <Initializing />
    </Suspense>,
  )
})

/** Only signed-in users can open the page, except for these public paths. */
const isOpen = () => ['/404', '/release-notes'].includes(location.pathname)

async function begin(): Promise<void> {
  followHealth()
  followSignOut()
  if (location.pathname === '/') return location.replace(LOGIN_PATH)
  if (isOpen() || isAuthenticated()) return show()
  // A sign-in that can't be resumed now (no network, rejected) restarts at the login, which shows the reason.
  if (await resume().catch(() => false)) return show()
  goToLogin()
}

// The session ends while the page is open: revoked, or its renewal rejected.
auth.subscribe(() => {
  const { n1aiToken, isLoading } = auth.read()
  if (n1aiToken === '' && !isLoading && !isOpen()) goToLogin()
})

// A page restored from the back/forward cache would wait for a sign-in that has ended elsewhere.
addEventListener('pageshow', (event: PageTransitionEvent) => {
  if (event.persisted && auth.read().isLoading) location.reload()
})

// A release can replace the files that this page would load later.
addEventListener('vite:preloadError', () => void afterFailedLoad())

void begin()
