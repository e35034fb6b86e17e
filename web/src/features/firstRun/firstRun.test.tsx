// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies } from '../../testing/fakeServer.ts'
import { show, untilShown } from '../../testing/screen.tsx'
import type { GptSystemDetails } from '../chatModel/api.ts'
import { FirstRun } from './FirstRun.tsx'

const details = {
  gptSystem: { gptSystemId: 'g1', name: 'Guide', description: '', avatarFileName: null },
  introduction: '',
  starterQuestions: [],
  extracts: false,
  knowledge: { libraries: 0, files: 0 },
  ux: { layout: 'default', showStarters: true },
  tools: [
    { tool: 'FileSearch', state: 'Available' },
    { tool: 'Vision', state: 'NotConfigured' },
  ],
} as unknown as GptSystemDetails

it('names the tools that the agent can use, and none that an administrator still has to set up', async () => {
  fakeReplies({})
  const { place } = show(
    <FirstRun details={details} ask={() => {}}>
      {null}
    </FirstRun>,
  )
  await untilShown('File search')
  expect(place.textContent).not.toContain('Vision')
})
