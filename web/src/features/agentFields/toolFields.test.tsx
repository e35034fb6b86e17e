// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { show, until, untilShown } from '../../testing/screen.tsx'
import type { AgentEditing } from './agentEditing.ts'
import { ToolFields } from './ToolFields.tsx'

function showWith(capabilityTypes: string[], state: string) {
  const tools = [{ tool: 'ImageGeneration', state }]
  fakeReplies({ '/gptSystems/common/modelOptions': () => json({ deployments: [], helpers: [], tools }) })
  const values = { capabilityTypes, restrictAnswerToInformationReturnedByTools: false }
  const form = { values, errors: {}, set: () => undefined } as unknown as AgentEditing['form']
  show(<ToolFields form={form} readOnly={false} />)
}
const hint = 'This agent creates no images until an administrator chooses an image deployment'

it('says why an agent with image generation creates no images', async () => {
  showWith(['ImageGeneration'], 'NotConfigured')
  await untilShown(hint)
  expect(document.body.textContent).toContain('Image generation (not configured)')
})

it.each([
  [['ImageGeneration'], 'Available', 'Image generation'],
  [['Vision'], 'NotConfigured', 'Image generation (not configured)'],
])('says nothing about images for %j that are %s', async (chosen, state, label) => {
  showWith(chosen, state)
  await until(() =>
    expect([...document.querySelectorAll('.agent-tool')].map((one) => one.textContent)).toContain(label),
  )
  expect(document.body.textContent).not.toContain(hint)
})
