// @vitest-environment happy-dom
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../../testing/fakeServer.ts'
import { all, press, show, until, untilShown } from '../../../testing/screen.tsx'
import type { AgentState } from '../../agentFields/data/api.ts'
import { DiscardButton } from './DiscardButton.tsx'
import { RestoreButton, Versions } from './Versions.tsx'

const state = {
  configuration: {
    configStateId: 's1',
    gptSystemId: 'g1',
    number: 1,
    gptSystemName: 'Guide',
    status: 'Past',
  },
} as unknown as AgentState
const Path = () => <p>{useLocation().pathname}</p>
const version = (number: number, status: string, publishedAt: string | null) => ({
  configStateId: `s${number}`,
  number,
  status,
  publishedAt,
})

it('lists the versions that were published, and restores one', async () => {
  const { calls } = fakeReplies({
    '/configStates': () =>
      json({
        items: [
          version(3, 'Draft', null),
          version(2, 'Published', '2026-11-20T10:00:00.000Z'),
          version(1, 'Past', '2026-11-10T10:00:00.000Z'),
        ],
        continuationToken: null,
      }),
  })
  show(
    <>
      <Versions state={state} />
      <RestoreButton state={state} />
    </>,
  )
  await until(() =>
    expect(all('link').map(({ textContent }) => textContent)).toEqual(['Version 2', 'Version 1']),
  )
  expect(all('link')[0]!.getAttribute('href')).toBe('/chat/agents/configstate/s2/edit')
  await press('button', 'Restore this version')
  await untilShown('Guide published')
  expect(calls.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
    expect.stringMatching(/\/g1\/fromConfigState\/s1$/),
  ])
})

it('discards a draft once the user confirms, and shows the published version', async () => {
  const { calls } = fakeReplies({ 'DELETE /configStates/s1': () => new Response(null, { status: 204 }) })
  show(
    <>
      <DiscardButton state={state} publishedStateId="s9" lift={() => {}} />
      <Path />
    </>,
    '/chat/agents/configstate/s1/edit',
  )
  await press('button', 'Discard draft')
  await untilShown('Discard draft 1?')
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  const [, confirm] = all('button', 'Discard draft')
  confirm!.click()
  await untilShown('/chat/agents/configstate/s9/edit')
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(true)
})
