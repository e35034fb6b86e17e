// @vitest-environment happy-dom
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { routes } from './Screens.tsx'

const pathOf = (address: string) => matchRoutes(routes, address)?.at(-1)?.route.path

test('[R-2-034] /chat/agents is the page of agents and no chat with an agent of that name', () => {
  expect(pathOf('/chat/agents')).toBe('/chat/agents')
  for (const address of ['/chat', '/chat/agent', '/chat/1b4e28ba-2fa1-41d2-883f-0016d3cca427'])
    expect(pathOf(address)).toBe('/chat/:entryGptSystemId?')
})
