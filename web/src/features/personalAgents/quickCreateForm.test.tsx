// @vitest-environment happy-dom
import { Route, Routes } from 'react-router'
import { expect, it, vi } from 'vitest'
import { fakeReplies, json, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../testing/screen.tsx'
import { CreatePersonalAgentButton } from './CreatePersonalAgentButton.tsx'

// The test document has no canvas.
vi.mock('../agentAvatars/identiconPng.ts', () => ({
  identiconPng: () => Promise.resolve(new File(['x'], 'identicon.png', { type: 'image/png' })),
}))

const configuration = {
  configStateId: '019ab3c2-5f00-7000-8000-00000000000a',
  gptSystemId: '019ab3c2-5f00-7000-8000-000000000001',
  version: 1,
  gptSystemName: '',
  description: '',
}
const state = `/configStates/${configuration.configStateId}`

it('[R-8-016] [R-8-017] reports a refusal by the server in a toast and in the form, and a retry continues from there', async () => {
  const replies: Replies = {
    '/featureFlags': () => json({ items: [{ name: 'AllowUserCreatedGptSystems', enabled: true }] }),
    'POST /configStates': () => json({ configuration, version: 1 }),
    [`PUT ${state}`]: () =>
      problem(400, 'request.invalid', {
        errors: [
          { field: 'gptSystemName', message: 'Not this name' },
          { field: 'description', message: 'Say more' },
          { field: 'gptSystemName', message: 'Another one' },
        ],
      }),
    [`POST ${state}/avatar`]: () => problem(400, 'image.broken', { errors: [] }),
  }
  const { calls } = fakeReplies(replies)
  const made = () =>
    calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path.replace('/api/internal', '')}`)
  show(
    <Routes>
      <Route path="/chat" element={<CreatePersonalAgentButton />} />
      <Route path="/chat/agents/configstate/:id/edit" element="The editor" />
    </Routes>,
    '/chat',
  )
  await press('button', 'Create a Personal Agent')
  await until(() => void get('textbox', 'Name'))
  type(get('textbox', 'Name'), 'Refused')
  type(get('textbox', 'Description'), 'At first.')
  await press('button', 'Create agent')
  await untilShown('Create Agent Failure!')
  const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent)
  expect(toasts()).toEqual(['Create Agent Failure!'])
  const form = get('dialog', 'Create a Personal Agent')
  const groups = [...get('alert', /./, form).querySelectorAll('.grow > ul > li')].map((group) => [
    group.querySelector('strong')?.textContent,
    ...[...group.querySelectorAll('li')].map(({ textContent }) => textContent),
  ])
  expect(groups).toEqual([
    ['Name', 'Not this name', 'Another one'],
    ['Description', 'Say more'],
  ])

  // The last step fails too, and is the only one repeated.
  replies[`PUT ${state}`] = () => json({ configuration: { ...configuration, version: 2 }, version: 2 })
  await press('button', 'Create agent')
  await until(() => expect(get('alert', /./, form).textContent).toContain('The image is damaged.'))
  expect(textIn(get('textbox', 'Name'))).toBe('Refused')
  replies[`POST ${state}/avatar`] = () => json({ fileName: 'avatar-1.webp', version: 3 })
  await press('button', 'Create agent')
  await untilShown('The editor')
  expect(made()).toEqual([
    'POST /configStates',
    `PUT ${state}`,
    `PUT ${state}`,
    `POST ${state}/avatar`,
    `POST ${state}/avatar`,
  ])
  const named = calls.filter(({ method }) => method === 'PUT').at(-1)
  expect(JSON.parse(named?.body ?? '')).toMatchObject({ gptSystemName: 'Refused', description: 'At first.' })
  expect(all('dialog')).toEqual([])
})
