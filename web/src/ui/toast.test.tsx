// @vitest-environment happy-dom
import type { SnackbarProviderProps } from 'notistack'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
/** The options passed to the library. Toasts leave with a transition, which the test document lacks. */
let given: SnackbarProviderProps = {}
vi.mock('notistack', async (load) => {
  const notistack = await load<typeof import('notistack')>()
  const { SnackbarProvider } = notistack
  return {
    ...notistack,
    // Defined once the provider is mounted.
    get enqueueSnackbar() {
      return notistack.enqueueSnackbar
    },
    SnackbarProvider: (props: SnackbarProviderProps) => {
      given = props
      return <SnackbarProvider {...props} />
    },
  }
})
const { ToastProvider, toast } = await import('./toast.tsx')

let unmount = () => {}
const texts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent)
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const say = (text: string) => act(() => void toast.success(text))

beforeEach(() => {
  vi.useFakeTimers()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => root.unmount()
  act(() => root.render(<ToastProvider>The page</ToastProvider>))
})
afterEach(() => {
  act(() => unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

it('[R-9-027] shows at most five at once', async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7]) say(`Toast ${number}`)
  await wait(50)
  expect(document.querySelectorAll('.toast')).toHaveLength(5)
})

it('[R-9-028] doesn’t repeat a visible toast', async () => {
  say('Saved')
  say('Saved')
  say('Removed')
  await wait(50)
  expect(texts()).toEqual(['Saved', 'Removed'])
})

it('[R-9-029] hides a toast after three seconds', () => {
  expect(given).toHaveProperty('autoHideDuration', 3000)
})

it('[R-9-030] shows toasts at the bottom right', async () => {
  say('Saved')
  await wait(50)
  const place = document.querySelector('.toast')!.closest('.notistack-SnackbarContainer')!
  const rules = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
  const style = [...place.classList]
    .map((name) => new RegExp(`\\.${name}\\s*\\{([^}]*)\\}`).exec(rules)?.[1])
    .join(';')
  expect(style).toMatch(/bottom:\s*\d+px/)
  expect(style).toMatch(/right:\s*\d+px/)
})
