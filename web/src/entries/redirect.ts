import { broadcastResponseToMainFrame } from '@azure/msal-browser/redirect-bridge'
import { LOGIN_PATH } from '../session/loginPath.ts'

/**
 * Without a response from the directory (after sign-out, or from a bookmark), there is nothing to pass on, so
 * go back to the login.
 */
broadcastResponseToMainFrame().catch(() => {
  if (window.parent === window) location.replace(LOGIN_PATH)
})
