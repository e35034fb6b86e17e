import { Suspense } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { GuardedRouter } from './GuardedRouter.tsx'
import { Providers } from './Providers.tsx'
import { Screens } from './Screens.tsx'
import type { Store } from './store.ts'

export function App({ store }: { store: Store }) {
  return (
    <Providers store={store}>
      <ErrorBoundary>
        <GuardedRouter>
          <Suspense fallback={null}>
            <Screens />
          </Suspense>
        </GuardedRouter>
      </ErrorBoundary>
    </Providers>
  )
}
