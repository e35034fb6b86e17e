// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TitleField } from '../features/chat/list/TitleField.tsx'
import { Finder } from './admin/fields/Finder.tsx'
import { isComposing } from './composing.ts'
import { PickList } from './pickList/PickList.tsx'
import { SearchField } from './SearchField.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let unmount = () => {}
afterEach(() => act(() => unmount()))
const done = vi.fn()
beforeEach(() => done.mockClear())

const items = ['one', 'two', 'three'].map((name) => ({ key: name, name }))
const fields: Record<string, { field: ReactNode; key: string }> = {
  'Enter in a search list': {
    field: <Finder label="Find" atOnce useFound={() => ({ items, searching: false })} choose={done} />,
    key: 'Enter',
  },
  'Enter in a pick list': {
    field: (
      <PickList
        label="List"
        searchLabel="Search"
        search=""
        setSearch={() => {}}
        groups={[{ key: 'all', label: 'All', items }]}
        keyOf={({ key }) => key}
        row={({ name }) => name}
        take={done}
        none={null}
        settle={() => {}}
      />
    ),
    key: 'Enter',
  },
  'Escape in a search field': {
    field: <SearchField label="Search" value="word" change={done} />,
    key: 'Escape',
  },
  'Escape in a title': {
    field: <TitleField title="Title" save={async () => true} close={done} />,
    key: 'Escape',
  },
}

function show(field: ReactNode): HTMLInputElement {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  act(() => root.render(field))
  return place.querySelector('input')!
}
function press(field: HTMLElement, key: string, init: { isComposing?: boolean; keyCode?: number } = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  for (const [name, value] of Object.entries(init)) Object.defineProperty(event, name, { value })
  act(() => void field.dispatchEvent(event))
}

describe.each(Object.entries(fields))('%s', (_, { field, key }) => {
  it.each([
    ['as reported by most browsers', { isComposing: true }],
    ['as Safari reports its last key', { keyCode: 229 }],
  ])('belongs to the word that is composed, %s', (__, composing) => {
    const input = show(field)
    press(input, key, composing)
    expect(done).not.toHaveBeenCalled()
    press(input, key)
    expect(done).toHaveBeenCalledOnce()
  })
})

it('is asked of the events of React and of the browser', () => {
  for (const key of [
    { isComposing: true, keyCode: 13 },
    { isComposing: false, keyCode: 229 },
  ])
    expect([isComposing(key), isComposing({ nativeEvent: key })]).toEqual([true, true])
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false)
})

describe.each(['Enter in a search list', 'Enter in a pick list'])('the keys of a list: %s', (name) => {
  it('go round with the arrows, and Enter takes the entry that is shown as active', () => {
    const input = show(fields[name]!.field)
    const active = () => document.querySelector('[role=option][aria-selected=true]')?.textContent
    const seen = [active()]
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp']) {
      press(input, key)
      seen.push(active())
    }
    expect(seen).toEqual(['one', 'two', 'one', 'three'])
    expect(document.getElementById(input.getAttribute('aria-activedescendant')!)?.textContent).toBe('three')
    press(input, 'ArrowDown', { isComposing: true })
    press(input, 'Enter')
    expect(done.mock.calls).toEqual([[items[2]]])
  })
})
