// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { useAddressParams, withValues } from './addressParams.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let unmount = () => {}
afterEach(() => act(() => unmount()))

let setters: ((name: string) => void)[] = []

function Page() {
  const [params, change] = useAddressParams()
  setters.push((name) => change((now) => withValues(now, { [name]: 'yes' })))
  return <p>{params.toString()}</p>
}

function show(address: string): HTMLElement {
  history.replaceState(null, '', address)
  setters = []
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  unmount = () => root.unmount()
  act(() =>
    root.render(
      <BrowserRouter>
        <Page />
      </BrowserRouter>,
    ),
  )
  return place
}

it('keeps two changes made before the first is painted', () => {
  const place = show('/admin/audit?area=brand')
  const set = setters[0]!
  act(() => {
    set('outcome')
    set('time')
  })
  expect(location.search).toBe('?area=brand&outcome=yes&time=yes')
  expect(place.textContent).toBe('area=brand&outcome=yes&time=yes')
})

it('ignores changes from the previous page', () => {
  show('/admin/user?search=a')
  // The new screen is still loading, and the previous one is still displayed.
  history.pushState(null, '', '/admin/audit?area=brand')
  act(() => setters[0]!('search'))
  expect(location.pathname + location.search).toBe('/admin/audit?area=brand')
})
