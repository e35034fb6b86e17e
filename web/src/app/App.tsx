import { Suspense } from 'react'
import { Initializing } from '../features/shell/Initializing.tsx'
import { VersionMismatch } from '../features/shell/VersionMismatch.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { GuardedRouter } from './GuardedRouter.tsx'
import { Providers } from './Providers.tsx'
import { Screens } from './Screens.tsx'
import type { Store } from './store.ts'

export function App({ store }: { store: Store }) {
  return (
    <Providers store={store}>
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
    </Providers>
  )
}
