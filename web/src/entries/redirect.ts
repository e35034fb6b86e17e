import { broadcastResponseToMainFrame } from '@azure/msal-browser/redirect-bridge'
import { LOGIN_PATH } from '../session/loginPath.ts'

/** Without an answer of the directory (a sign-out, a bookmark) there is nothing to hand on: back to the login. */
broadcastResponseToMainFrame().catch(() => {
  if (window.parent === window) location.replace(LOGIN_PATH)
})
