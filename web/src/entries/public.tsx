import '../base/nonce.ts'
import { createRoot } from 'react-dom/client'
import { PublicApp } from '../app/PublicApp.tsx'
import { createStore } from '../app/store.ts'
import { returnToPlace } from '../features/publicChat/framedPlace.ts'
import { reportUncaught } from '../transport/errorReports.ts'
import { afterFailedLoad } from '../transport/served.ts'

reportUncaught('public')

// A release can replace the files that this page would load later.
addEventListener('vite:preloadError', () => void afterFailedLoad())

// The prefix alone isn't a public page.
if (/^\/public-chat\/?$/.test(location.pathname)) location.replace('/chat')
else {
  returnToPlace()
  createRoot(document.getElementById('root')!).render(<PublicApp store={createStore()} />)
}
