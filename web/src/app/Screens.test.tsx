// @vitest-environment happy-dom
import type { Action } from '@parlance/contract/actions'
import { screens } from '@parlance/contract/screens'
import { act, isValidElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { MemoryRouter, matchRoutes, Route, type RouteObject, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { mayManage } from '../features/currentUser/data/useActions.ts'
import { AllowedScreen } from './AllowedScreen.tsx'
import { routes } from './Screens.tsx'
import { createStore } from './store.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock('../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))
let unmount = () => {}
afterEach(() => {
  act(() => unmount())
  vi.unstubAllGlobals()
})

const pathOf = (address: string) => matchRoutes(routes, address)?.at(-1)?.route.path

test('[R-2-034] /chat/agents is the page of agents, not a chat with an agent of that name', () => {
  expect(pathOf('/chat/agents')).toBe('/chat/agents')
  for (const address of ['/chat', '/chat/agent', '/chat/1b4e28ba-2fa1-41d2-883f-0016d3cca427'])
    expect(pathOf(address)).toBe('/chat/:entryGptSystemId?')
})

/** The pages of a route and those below it, each with the elements around it. */
const pagesOf = (route: RouteObject, above: RouteObject[] = []): RouteObject[][] => {
  const branch = [...above, route]
  return route.children?.flatMap((child) => pagesOf(child, branch)) ?? [branch]
}
const isAllowedScreen = ({ element }: RouteObject) =>
  isValidElement(element) && element.type === AllowedScreen

test('[R-6-003] every page under /admin asks for a permission, except one’s own account', () => {
  const open = routes
    .flatMap((route) => pagesOf(route))
    .filter((branch) => branch.some(({ path }) => path?.startsWith('/admin')))
    .filter((branch) => !branch.some(isAllowedScreen))
    .map((branch) => branch.map(({ path }) => path).join('/'))
  expect(open).toEqual(['/admin/user/account/', '/admin/*'])
})

async function show(actions: readonly [Action, ...Action[]], held: Action[]): Promise<string | null> {
  const roles = [{ userRoleId: 'r', name: 'Role', permissions: { resolvedActions: held } }]
  vi.stubGlobal('fetch', async () => Response.json({ roles, specific: [] }))
  const place = document.createElement('div')
  const root = createRoot(place)
  unmount = () => root.unmount()
  act(() =>
    root.render(
      <Provider store={createStore()}>
        <MemoryRouter>
          <Routes>
            <Route element={<AllowedScreen actions={actions} />}>
              <Route path="/" element="the page" />
            </Route>
          </Routes>
        </MemoryRouter>
      </Provider>,
    ),
  )
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(place.textContent).toMatch(/the page|You need the/)
  })
  const { textContent } = place
  act(() => unmount())
  return textContent
}

test.each(Object.entries(screens))(
  '[R-6-003] %s is for each of its permissions, but not for GptSystemsRead alone',
  async (_, { actions }) => {
    expect(await show(actions, ['GptSystemsRead'])).not.toContain('the page')
    for (const action of actions)
      expect((await show(actions, [action])) === 'the page').toBe(mayManage(new Set([action])))
  },
)
