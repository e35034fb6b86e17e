// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { Link, Route, Routes, useNavigate, useSearchParams } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
// Preloaded. The router loads it when it is first needed.
import '../ui/LeaveDialog.tsx'
import { useLeaveGuard } from '../ui/leaveGuard.ts'
import { GuardedRouter } from './GuardedRouter.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** The browser's history entries, which the test document lacks. Back and Forward arrive later, as an event. */
let entries: { state: unknown; path: string }[] = []
let index = 0
let dirty = true
let unmount = () => {}

function Editor() {
  const lift = useLeaveGuard(dirty)
  const navigate = useNavigate()
  return (
    <>
      <h1>Editor</h1>
      <Link to="/list">List</Link>
      <Link to="?tab=2">Tab</Link>
      <Day />
      <button
        type="button"
        onClick={() => {
          lift()
          void navigate('/list')
        }}
      >
        Save
      </button>
    </>
  )
}

/** A field whose value is in the URL. */
function Day() {
  const [params, setParams] = useSearchParams()
  return (
    <input
      value={params.get('from') ?? ''}
      onChange={(event) => setParams({ from: event.target.value }, { replace: true })}
    />
  )
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)))
const screen = () => document.querySelector('h1')?.textContent
const dialog = () => document.querySelector('[role=dialog]')
async function press(name: string) {
  const found = [...document.querySelectorAll<HTMLElement>('a, button')].find(
    ({ textContent }) => textContent === name,
  )!
  act(() => found.click())
  await settle()
}
async function goBack() {
  act(() => history.go(-1))
  await settle()
}

beforeEach(async () => {
  const place = (state: unknown, path: string) => {
    entries[index] = { state, path }
    window.location.href = `http://localhost${path}`
  }
  entries = [{ state: { idx: 0 }, path: '/list' }]
  index = 0
  vi.spyOn(history, 'state', 'get').mockImplementation(() => entries[index]?.state)
  vi.spyOn(history, 'pushState').mockImplementation((state, _, path) => {
    entries.length = ++index
    place(state, String(path))
  })
  vi.spyOn(history, 'replaceState').mockImplementation((state, _, path) =>
    place(state, String(path || entries[index]?.path)),
  )
  vi.spyOn(history, 'go').mockImplementation((delta = 0) => {
    setTimeout(() =>
      act(() => {
        index += delta
        place(entries[index]?.state, entries[index]?.path ?? '')
        dispatchEvent(new PopStateEvent('popstate'))
      }),
    )
  })
  dirty = true
  place({ idx: 0 }, '/list')
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => root.unmount()
  act(() =>
    root.render(
      <GuardedRouter>
        <Routes>
          <Route
            path="/list"
            element={
              <>
                <h1>List</h1>
                <Link to="/edit">Edit</Link>
              </>
            }
          />
          <Route path="/edit" element={<Editor />} />
        </Routes>
      </GuardedRouter>,
    ),
  )
  await press('Edit')
  expect(screen()).toBe('Editor')
})

afterEach(() => {
  act(() => unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

describe('a screen with changes', () => {
  it('is left by a link once the user confirms', async () => {
    await press('List')
    expect(screen()).toBe('Editor')
    expect(dialog()?.textContent).toContain('Leave without saving?')
    await press('Stay')
    expect([screen(), dialog()]).toEqual(['Editor', null])
    await press('List')
    await press('Leave')
    expect(screen()).toBe('List')
  })

  it('is left with the back button once the user confirms, and keeps its URL until then', async () => {
    await goBack()
    expect(screen()).toBe('Editor')
    expect(entries[index]?.path).toBe('/edit')
    await press('Stay')
    expect([screen(), entries[index]?.path]).toEqual(['Editor', '/edit'])
    await goBack()
    await press('Leave')
    expect([screen(), entries[index]?.path]).toEqual(['List', '/list'])
  })

  it('doesn’t ask for a change of the query, or after saving', async () => {
    await press('Tab')
    expect([dialog(), location.search]).toEqual([null, '?tab=2'])
    await press('Save')
    expect([screen(), dialog()]).toEqual(['List', null])
  })

  it('keeps what is typed into a field whose value is in the URL', () => {
    const field = document.querySelector('input')!
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
    // Without act, which would wait for a transition. The browser doesn't.
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
    set!.call(field, '2026')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    expect(field.value).toBe('2026')
  })

  it('prevents the browser from closing the page without asking', () => {
    const closing = new Event('beforeunload', { cancelable: true })
    dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
    act(() => unmount())
    const later = new Event('beforeunload', { cancelable: true })
    dispatchEvent(later)
    expect(later.defaultPrevented).toBe(false)
  })
})
