// @vitest-environment happy-dom
import type { SnackbarProviderProps } from 'notistack'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
/** What the library is given: how it goes away is a transition, which the document here has not. */
let given: SnackbarProviderProps = {}
vi.mock('notistack', async (load) => {
  const notistack = await load<typeof import('notistack')>()
  const { SnackbarProvider } = notistack
  return {
    ...notistack,
    // It is there once the provider is.
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

it('[R-9-027] no more than five stand at once', async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7]) say(`Toast ${number}`)
  await wait(50)
  expect(document.querySelectorAll('.toast')).toHaveLength(5)
})

it('[R-9-028] what stands already is not said again', async () => {
  say('Saved')
  say('Saved')
  say('Removed')
  await wait(50)
  expect(texts()).toEqual(['Saved', 'Removed'])
})

it('[R-9-029] one is told to go after three seconds', () => {
  expect(given).toHaveProperty('autoHideDuration', 3000)
})

it('[R-9-030] they stand at the bottom right', async () => {
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
