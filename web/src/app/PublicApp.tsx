import { Suspense } from 'react'
import { Provider } from 'react-redux'
import { Drawn } from '../features/publicChat/Drawn.tsx'
import { PublicScreens } from '../features/publicChat/PublicScreens.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { GuardedRouter } from './GuardedRouter.tsx'
import type { Store } from './store.ts'

/** The application of visitors: the chat of a public page, without sign-in and administration. */
export function PublicApp({ store }: { store: Store }) {
  return (
    <Provider store={store}>
      <ToastProvider>
        <ErrorBoundary component="page">
          <GuardedRouter>
            <Suspense fallback={<Drawn />}>
              <PublicScreens />
            </Suspense>
          </GuardedRouter>
        </ErrorBoundary>
      </ToastProvider>
    </Provider>
  )
}
