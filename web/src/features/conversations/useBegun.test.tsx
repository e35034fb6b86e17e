// @vitest-environment happy-dom
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { expect, it, vi } from 'vitest'
import { chatActions, chatSlice } from './chatSlice.ts'
import { useBegun } from './useChatPage.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock('../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))

function mount() {
  const store = configureStore({ reducer: combineSlices(chatSlice) })
  const stream = { active: false }
  let address = {
    conversationId: null as string | null,
    entryGptSystemId: 'agent',
    newChat: null as string | null,
  }
  const seen: (string | null)[] = []
  function Probe() {
    seen.push(useBegun(address, stream))
    return null
  }
  const root = createRoot(document.createElement('div'))
  const render = (changed: Partial<typeof address> = {}) => {
    address = { ...address, ...changed }
    act(() =>
      root.render(
        <Provider store={store}>
          <Probe />
        </Provider>,
      ),
    )
    return seen.at(-1)
  }
  const told = (conversationId: string) =>
    act(() => {
      stream.active = true
      store.dispatch(chatActions.conversationStarted())
      store.dispatch(
        chatActions.conversationAndSegmentId({
          id: 1,
          data: { conversationId, conversationSegmentId: 's' },
        } as never),
      )
    })
  const ended = () =>
    act(() => {
      stream.active = false
      store.dispatch(chatActions.conversationFinished())
    })
  return { render, told, ended, seen, store }
}

it('is the conversation that began at the address until the address names it, also when its answer has ended', () => {
  const { render, told, ended, seen } = mount()
  expect(render()).toBeNull()
  told('c1')
  expect(seen.at(-1)).toBe('c1')
  ended()
  expect(render()).toBe('c1')
  expect(render({ conversationId: 'c1' })).toBeNull()
})

it('is none for another address without a conversation, not for one frame', () => {
  const { render, told, ended, seen } = mount()
  render()
  told('c1')
  ended()
  const before = seen.length
  expect(render({ newChat: 'another' })).toBeNull()
  expect(seen.slice(before)).not.toContain('c1')
})

it('is none where the address named it and the agent’s own is opened again', () => {
  const { render, told, ended, seen } = mount()
  render()
  told('c1')
  ended()
  render({ conversationId: 'c1' })
  const before = seen.length
  expect(render({ conversationId: null })).toBeNull()
  expect(seen.slice(before)).not.toContain('c1')
})

it('is none of a conversation that was open before', () => {
  const { render, store, seen } = mount()
  act(() => void store.dispatch(chatActions.conversationSwitched('c0')))
  expect(render()).toBeNull()
  expect(seen).not.toContain('c0')
})
