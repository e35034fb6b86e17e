// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json, permitted } from '../../testing/fakeServer.ts'
import { get, press, show, type, until } from '../../testing/screen.tsx'
import { NewRolePage } from './NewRolePage.tsx'

it('an agent without a name that only a search finds keeps its name in the dialog', async () => {
  const gptSystemId = '019ab3c2-5f00-7000-8000-000000000001'
  fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted('UserRolesCreate', 'GptSystemsWrite'),
    '/userActions': () =>
      json({ items: [{ name: 'GptSystemsWriteSpecific', area: 'GptSystems', impliedBy: [], held: true }] }),
    '/gptSystems/system/management': ({ path }) =>
      json({ items: path.includes('search=') ? [{ gptSystemId, name: '' }] : [], continuationToken: null }),
  })
  show(<NewRolePage />, '/admin/userRole/new')
  await press('button', 'Agents: Write specific: None')
  await until(() => void get('textbox', 'Search agents'))
  type(get('textbox', 'Search agents'), 'new')
  await until(() => void get('checkbox', 'Unnamed Agent'))
  await press('checkbox', 'Unnamed Agent')
  await press('button', 'Apply')
  await press('button', 'Agents: Write specific: 1 agent')
  await until(() => expect(get('dialog', 'Choose agents').textContent).toContain('Unnamed Agent'))
  expect(get('dialog', 'Choose agents').textContent).not.toContain(gptSystemId)
})
