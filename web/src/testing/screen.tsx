import { act, type ReactNode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createStore } from '../app/store.ts'
// Registers the screens, for their titles and areas.
import '../app/screenList.ts'
import { setAuth } from '../session/auth.ts'
import { ToastProvider } from '../ui/toast.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Ends what the current test has shown. A screen left mounted would go on after its document is gone. */
const unmounts: Array<() => void> = []
beforeEach(() => {
  setAuth({ n1aiToken: `h.${btoa(JSON.stringify({ iat: 0, exp: 1e9 }))}.s`, n1aiTokenSince: Date.now() })
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})

/** Leaves what was shown, as closing a page does. */
export function leave(): void {
  act(() => {
    for (const unmount of unmounts.splice(0)) unmount()
  })
  document.body.replaceChildren()
}

/** Shows part of the client to a signed-in user, with the real store. Only the server is replaced: see fakeServer. */
export function show(element: ReactNode, path = '/') {
  // Where the browser is, for navigation that waits for a request.
  location.href = `http://localhost${path}`
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  unmounts.push(() => root.unmount())
  const store = createStore()
  act(() =>
    root.render(
      <Provider store={store}>
        <ToastProvider>
          <MemoryRouter initialEntries={[path]}>
            <Suspense fallback={null}>{element}</Suspense>
          </MemoryRouter>
        </ToastProvider>
      </Provider>,
    ),
  )
  return { place, store }
}

/** Waits until a check passes. Meanwhile the screen updates by itself, as in a browser. */
export async function until(check: () => void): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  try {
    await vi.waitFor(check, { timeout: 20_000, interval: 5 })
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  }
}
export const untilShown = (text: string | RegExp) =>
  until(() => expect(document.body.textContent).toMatch(text instanceof RegExp ? text : literal(text)))

const literal = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))

const selectors = {
  alert: '[role=alert]',
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  dialog: '[role=dialog]',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  option: '[role=option]',
  radio: 'input[type=radio], [role=radio]',
  region: 'section',
  row: 'tbody tr',
  switch: '[role=switch]',
  tab: '[role=tab]',
  textbox: 'input:not([type=checkbox]):not([type=radio]):not([type=file]), textarea',
}

/** The accessible name, in the order of ARIA, as far as the client uses it. */
function nameOf(element: Element): string {
  const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  const labels = labelledBy.map((id) => document.getElementById(id)?.textContent ?? '')
  const own = document.querySelector(`label[for="${element.id}"]`) ?? element.closest('label')
  return (
    labels.join(' ') ||
    element.getAttribute('aria-label') ||
    (element.matches(`${selectors.textbox}, ${selectors.checkbox}, ${selectors.radio}`)
      ? own?.textContent
      : null) ||
    element.textContent ||
    element.getAttribute('title') ||
    ''
  ).trim()
}

/** All elements of a role with this name, which are not hidden. */
export function all<E extends HTMLElement = HTMLElement>(
  role: keyof typeof selectors,
  name: string | RegExp = /(?:)/,
  within: ParentNode = document,
): E[] {
  return [...within.querySelectorAll<E>(selectors[role])].filter((one) => {
    const label = nameOf(one)
    return !one.closest('[hidden]') && (typeof name === 'string' ? label === name : name.test(label))
  })
}
/** The only element of a role with this name. */
export function get<E extends HTMLElement = HTMLElement>(...which: Parameters<typeof all>): E {
  const found = all<E>(...which)
  expect(found.map(nameOf), `one ${which[0]} called ${which[1]}`).toHaveLength(1)
  return found[0]!
}

export async function press(...which: Parameters<typeof all>): Promise<void> {
  await until(() => void get(...which))
  await act(async () => get(...which).click())
}

/** Sets the value natively, because React listens to the event rather than the property. */
export function type(field: HTMLElement, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
  act(() => {
    set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
export const textIn = (field: HTMLElement): string => (field as HTMLInputElement).value

/** Rests the pointer on an element, which shows its tooltip. */
export const hover = (element: HTMLElement) =>
  act(() => void element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })))
