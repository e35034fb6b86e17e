import { Suspense } from 'react'
import { Provider } from 'react-redux'
import { Initializing } from '../features/shell/Initializing.tsx'
import { VersionMismatch } from '../features/shell/VersionMismatch.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { GuardedRouter } from './GuardedRouter.tsx'
import { Screens } from './Screens.tsx'
import type { Store } from './store.ts'

export function App({ store }: { store: Store }) {
  return (
    <Provider store={store}>
      <ToastProvider>
        <ErrorBoundary component="page">
          <GuardedRouter>
            <Suspense fallback={null}>
              <Screens />
            </Suspense>
          </GuardedRouter>
          <Suspense fallback={null}>
            <Initializing />
            <VersionMismatch />
          </Suspense>
        </ErrorBoundary>
      </ToastProvider>
    </Provider>
  )
}
