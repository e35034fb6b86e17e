import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EngineRig, patient, startEngineRig } from '../testing/engineRig.ts'
import { type OddScript, oddScripts, type WireFormat } from '../testing/oddBytes.ts'
import { createAnthropicEngine } from './anthropic.ts'
import { createAzureOpenAiEngine } from './azureOpenai.ts'
import { createOpenAiCompatibleEngine } from './openaiCompatible.ts'

const apiKey = 'sk-planted-key'
const rigs: Record<WireFormat | 'azure', () => Promise<EngineRig>> = {
  chatCompletions: () =>
    startEngineRig('OpenAICompatible', (origin, needs) =>
      createOpenAiCompatibleEngine({ baseUrl: `${origin}/v1`, apiKey }, needs),
    ),
  azure: () =>
    startEngineRig('AzureOpenAI', (baseUrl, needs) =>
      createAzureOpenAiEngine({ baseUrl, apiKey, apiVersion: '2024-10-21' }, needs),
    ),
  messages: () =>
    startEngineRig('Anthropic', (baseUrl, needs) => createAnthropicEngine({ baseUrl, apiKey }, needs)),
}
/** If only a limit ends a script, that limit is short. */
const limitsFor = ({ isSilent, text }: OddScript) =>
  isSilent ? { ...patient, ...(text === '' ? { firstTokenMs: 200 } : { silenceMs: 200 }) } : patient

describe.each([
  ['chat completions', 'chatCompletions', 'chatCompletions'],
  ['chat completions on Azure', 'chatCompletions', 'azure'],
  ['messages', 'messages', 'messages'],
] as const)('%s with odd bytes', (_name, format, engine) => {
  let rig: EngineRig
  beforeAll(async () => {
    rig = await rigs[engine]()
  })
  afterAll(() => rig.close())

  test('is tested with at least thirty scripts', () => {
    expect(oddScripts(format).length).toBeGreaterThanOrEqual(30)
  })

  test.each(oddScripts(format))('$name', async (odd: OddScript) => {
    const { script, code, text } = odd
    rig.provider.play(script)
    const asked = await rig.ask({}, { limits: limitsFor(odd) })
    expect({ code: asked.code || null, text: asked.text }).toEqual({ code, text })
    expect(asked.calls).toBeLessThanOrEqual(text === '' ? 3 : 1)
  })
})
