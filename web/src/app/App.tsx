import { Suspense } from 'react'
import { BrowserRouter } from 'react-router'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Providers } from './Providers.tsx'
import { Screens } from './Screens.tsx'
import type { Store } from './store.ts'

export function App({ store }: { store: Store }) {
  return (
    <Providers store={store}>
      <ErrorBoundary>
        <BrowserRouter>
          <Suspense fallback={null}>
            <Screens />
          </Suspense>
        </BrowserRouter>
      </ErrorBoundary>
    </Providers>
  )
}
