// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RedirectIfHere, useNavigateIfHere } from './navigate.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let unmount = () => {}
let finish = () => {}
let navigated: Promise<boolean>
afterEach(() => act(() => unmount()))

function Page() {
  const navigate = useNavigateIfHere()
  return (
    <>
      <button
        type="button"
        onClick={() => {
          const request = new Promise<void>((resolve) => {
            finish = resolve
          })
          navigated = request.then(() => navigate('/created', { replace: true }))
        }}
      >
        Create
      </button>
      <Link to="/elsewhere">Leave</Link>
      <Link to="?conversationId=b">Next conversation</Link>
      <Link to="?from=Überblick#main">Skip</Link>
    </>
  )
}
function show(address: string, page = <Page />) {
  history.replaceState(null, '', address)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => root.unmount()
  act(() => root.render(<BrowserRouter>{page}</BrowserRouter>))
}
const press = (name: string) =>
  act(() =>
    [...document.querySelectorAll<HTMLElement>('a, button')]
      .find(({ textContent }) => textContent === name)!
      .click(),
  )
const address = () => location.pathname + location.search

beforeEach(() => document.body.replaceChildren())

async function create(): Promise<boolean> {
  finish()
  let done = false
  await act(async () => {
    done = await navigated
  })
  return done
}

it('navigates when the request finishes on the page that started it', async () => {
  show('/new?from=Überblick')
  press('Create')
  press('Skip')
  expect(await create()).toBe(true)
  expect(address()).toBe('/created')
})

it.each([
  ['Leave', '/elsewhere'],
  ['Next conversation', '/new?conversationId=b'],
])('leaves the page alone that the user opened meanwhile: %s', async (link, there) => {
  show('/new?conversationId=a')
  press('Create')
  press(link)
  expect(await create()).toBe(false)
  expect(address()).toBe(there)
})

it('leaves the next page alone while it loads and the previous one is still shown', async () => {
  show('/new')
  history.pushState(null, '', '/elsewhere')
  press('Create')
  expect(await create()).toBe(false)
  expect(address()).toBe('/elsewhere')
})

it('redirects a page that is still open, and no other', () => {
  show('/draft', <RedirectIfHere to="/agent" />)
  expect(address()).toBe('/agent')
  act(() => unmount())
  history.replaceState(null, '', '/draft')
  const root = createRoot(document.body)
  unmount = () => root.unmount()
  act(() => root.render(<BrowserRouter>{null}</BrowserRouter>))
  history.pushState(null, '', '/elsewhere')
  act(() =>
    root.render(
      <BrowserRouter>
        <RedirectIfHere to="/agent" />
      </BrowserRouter>,
    ),
  )
  expect(address()).toBe('/elsewhere')
})
