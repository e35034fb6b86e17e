import { useCallback, useEffect } from 'react'
import { type NavigateOptions, type To, useLocation, useNavigate } from 'react-router'

/** Navigates where the user asked to go, in the handler of the click itself. After an await, use `useNavigateIfHere`. */
export { useNavigate as useNavigateNow }

/**
 * Identifies the current entry of the browser's history. Opening another page changes it; a chat whose address gets
 * the ID of its new conversation stays in its entry.
 */
export const historyEntry = (): number | undefined => history.state?.idx

/**
 * Navigates when a request has finished, unless the user has opened another page in the meantime. Resolves to whether
 * it navigated. The address decides: while the next page loads, the previous one is still shown.
 */
export function useNavigateIfHere(): (to: To, options?: NavigateOptions) => Promise<boolean> {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return useCallback(
    async (to, options) => {
      const here = new URL(pathname + search, location.href)
      if (here.pathname !== location.pathname || here.search !== location.search) return false
      await navigate(to, options)
      return true
    },
    [navigate, pathname, search],
  )
}

/** Replaces this page by another one, for pages that know only from loaded data that they redirect. */
export function RedirectIfHere({ to }: { to: string }) {
  const navigate = useNavigateIfHere()
  // biome-ignore lint/correctness/useExhaustiveDependencies: redirects once.
  useEffect(() => void navigate(to, { replace: true }), [])
  return null
}
