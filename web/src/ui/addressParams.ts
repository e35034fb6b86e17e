import { useLocation, useSearchParams } from 'react-router'

/** These values in the parameters; what is empty does not stand there. */
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
 * The address's parameters as they are painted, and how to change them: in the address as it is by then. What is painted
 * may still be behind it, and a second change in a row would take the first one back. Where another page stands there
 * already nothing is changed: it is on its way. A change is no step that the way
 * back takes back, unless `replace` is false.
 */
export function useAddressParams(): [URLSearchParams, (change: Change, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const changeParams = (change: Change, replace = true) => {
    if (location.pathname === pathname) setParams(change(new URLSearchParams(location.search)), { replace })
  }
  return [params, changeParams]
}
