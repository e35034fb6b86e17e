// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { show, until } from '../../testing/screen.tsx'
import type { AgentEditing } from './agentEditing.ts'
import { HelperField } from './HelperField.tsx'

const helper = (deploymentName: string, languageEngine = 'OpenAI') => ({ languageEngine, deploymentName })
const set = vi.fn()
let options: Record<string, unknown>
beforeEach(() => {
  set.mockClear()
  options = {
    deployments: [],
    helpers: [helper('small'), helper('other', 'Anthropic')],
    defaultHelper: null,
    tools: [],
    defaults: { languageEngine: 'BuiltIn', deploymentName: null },
  }
  fakeReplies({ '/gptSystems/common/modelOptions': () => json(options) })
})

function showWith(values: { languageEngine: string; helperDeploymentName: string | null }) {
  const form = { values, errors: {}, set } as unknown as AgentEditing['form']
  show(<HelperField form={form} readOnly={false} />)
}
const field = () => document.querySelector<HTMLSelectElement>('[data-field=helperDeploymentName] select')
const choices = () => [...(field()?.options ?? [])].map((one) => one.text)

it('offers the helpers of the agent’s provider, and the agent’s model by default', async () => {
  showWith({ languageEngine: 'OpenAI', helperDeploymentName: null })
  await until(() => expect(choices()).toEqual(['Same as the agent’s model', 'small']))
  const chosen = field()!
  expect(chosen.value).toBe('')
  chosen.value = 'small'
  chosen.dispatchEvent(new Event('change', { bubbles: true }))
  expect(set).toHaveBeenCalledWith('helperDeploymentName', 'small')
})

it('names the instance’s helper as the default, and a chosen one that is gone', async () => {
  options.defaultHelper = helper('other', 'Anthropic')
  showWith({ languageEngine: 'OpenAI', helperDeploymentName: 'old' })
  await until(() =>
    expect(choices()).toEqual(['Instance default (other)', 'old (no longer available)', 'small']),
  )
})

it('is hidden for the built-in engine, and while there is nothing to choose', async () => {
  const hidden = async (languageEngine: string) => {
    const { calls } = fakeReplies({ '/gptSystems/common/modelOptions': () => json(options) })
    showWith({ languageEngine, helperDeploymentName: null })
    await until(() => expect(calls).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(field()).toBe(null)
  }
  await hidden('BuiltIn')
  options.helpers = []
  await hidden('OpenAI')
})
