import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { LoginScreen } from '../features/login/LoginScreen.tsx'
import { loginTexts } from '../features/login/lang/en.ts'
import { LOGIN_PATH } from '../session/loginPath.ts'
import { reportUncaught } from '../transport/errorReports.ts'

reportUncaught('login')

/** Loaded once the screen is shown, which also works without it. */
const LoginAnnouncements = lazy(async () => {
  const module = await import('../features/announcements/LoginAnnouncements.tsx').catch(() => null)
  return { default: module?.LoginAnnouncements ?? (() => null) }
})

// The bare prefix isn't a screen. Every other path under it is this one.
if (/^\/auth\/?$/.test(location.pathname)) location.replace('/chat')
else if (location.pathname !== LOGIN_PATH) history.replaceState(null, '', LOGIN_PATH)

// The page's skeleton stays until the texts of the stored language are loaded.
void loginTexts.loaded().then(() => {
  createRoot(document.getElementById('root')!).render(
    <Suspense fallback={null}>
      <LoginScreen />
      <Suspense fallback={null}>
        <LoginAnnouncements />
      </Suspense>
    </Suspense>,
  )
})
