// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock('../../session/settings.ts', () => ({ loadSettings: () => Promise.resolve() }))
const { auth } = await import('../../session/auth.ts')
const { usePageTitle } = await import('./useProductName.ts')

function Screen({ title }: { title: string }) {
  usePageTitle(title)
  return null
}

it('[R-2-086] the page’s title is the screen’s, then the product’s name from the settings', () => {
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Screen title="Dashboard" />))
  expect(document.title).toBe('Dashboard | Loading...')
  const { instanceSettings } = auth.read()
  act(() => auth.set({ instanceSettings: { ...instanceSettings, name: 'Halden' } }))
  expect(document.title).toBe('Dashboard | Halden')
  act(() => root.render(<Screen title="Brands" />))
  expect(document.title).toBe('Brands | Halden')
  act(() => root.unmount())
})
