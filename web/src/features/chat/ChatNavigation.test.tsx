// @vitest-environment happy-dom
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../api/api.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock('../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))
const nothing = { items: [], recentGptSystems: [], pinnedGptSystems: [], continuationToken: null }
vi.stubGlobal('fetch', async () => Response.json(nothing))
const { chatActions, chatSlice } = await import('../chatModel/chatSlice.ts')
const { ChatNavigation } = await import('./ChatNavigation.tsx')

let unmount = () => {}
afterEach(() => act(() => unmount()))

async function show(path: string) {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  const store = configureStore({
    reducer: combineSlices(api, chatSlice),
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  await act(async () => {
    root.render(
      <Provider store={store}>
        <MemoryRouter initialEntries={[path]}>
          <ChatNavigation />
        </MemoryRouter>
      </Provider>,
    )
    await new Promise((resolve) => setTimeout(resolve, 40))
  })
  return Object.assign(place, { store })
}
const tabs = (place: HTMLElement) => [
  ...place.querySelectorAll<HTMLElement>('[role=tablist][aria-label="Chats and agents"] [role=tab]'),
]
const selected = (place: HTMLElement) =>
  tabs(place).find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent

describe('the chat sidebar', () => {
  it('has the tabs Chats and Agents, selected by click and by arrow key', async () => {
    const place = await show('/chat')
    expect(tabs(place).map(({ textContent }) => textContent)).toEqual(['Chats', 'Agents'])
    expect([selected(place), place.textContent?.includes('New Chat')]).toEqual(['Chats', true])
    await act(async () => tabs(place)[1]!.click())
    expect([selected(place), place.textContent?.includes('New Chat')]).toEqual(['Agents', false])
    await act(
      async () =>
        void tabs(place)[1]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })),
    )
    expect(selected(place)).toBe('Chats')
  })

  it('shows the list of chats once a chat with an agent of the other tab has begun', async () => {
    const place = await show('/chat')
    await act(async () => tabs(place)[1]!.click())
    act(() => void place.store.dispatch(chatActions.conversationSwitched('c1')))
    expect(selected(place)).toBe('Chats')
    await act(async () => tabs(place)[1]!.click())
    expect(selected(place)).toBe('Agents')
  })

  it('links from Agents to all agents, and opens that tab on their page', async () => {
    const place = await show('/chat/agents')
    expect(selected(place)).toBe('Agents')
    const link = place.querySelector<HTMLAnchorElement>('a')!
    expect([link.textContent, link.getAttribute('href')]).toEqual(['View all Agents', '/chat/agents'])
  })
})
