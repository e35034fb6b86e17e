// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { fakeReplies, json, permitted } from '../../../testing/fakeServer.ts'
import { show, until, untilShown } from '../../../testing/screen.tsx'
import type { ManagedAgent } from '../data/api.ts'
import { AgentBrand } from './AgentBrand.tsx'

const agent = { gptSystemId: 'g1', name: 'Guide', brandKey: null, version: 3, mayChange: true }

it('gives an agent a brand, for the version that is shown', async () => {
  const { calls } = fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted('BrandsRead', 'GptSystemsWrite'),
    '/brands': () => json({ items: [{ brandKey: 'vela', name: 'Vela' }], continuationToken: null }),
    'PUT /gptSystems/system/management/g1': () => json({ ...agent, brandKey: 'vela', version: 4 }),
  })
  const { place } = show(<AgentBrand agent={agent as unknown as ManagedAgent} />)
  const select = () => place.querySelector('select')!
  await until(() => expect([...select().options].map(({ text }) => text)).toEqual(['Page default', 'Vela']))
  await act(async () => {
    select().value = 'vela'
    select().dispatchEvent(new Event('change', { bubbles: true }))
  })
  await untilShown('Brand of Guide saved')
  const [put] = calls.filter(({ method }) => method === 'PUT')
  expect([JSON.parse(put!.body!), put!.headers['if-match']]).toEqual([{ brandKey: 'vela' }, '"3"'])
})
