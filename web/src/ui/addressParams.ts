import { useLocation, useSearchParams } from 'react-router'

/** Sets these values in the parameters and removes empty ones. */
export function withValues(
  params: URLSearchParams,
  values: Record<string, string | undefined>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

type Change = (now: URLSearchParams) => URLSearchParams

/**
 * Returns the URL parameters as rendered, and a function to change them. Changes apply to the current URL,
 * because the rendered parameters can be outdated and a second change would undo the first. If the URL already
 * has another path, nothing changes. A change adds no history entry, unless `replace` is false.
 */
export function useAddressParams(): [URLSearchParams, (change: Change, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const changeParams = (change: Change, replace = true) => {
    if (location.pathname === pathname) setParams(change(new URLSearchParams(location.search)), { replace })
  }
  return [params, changeParams]
}
