import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keyedEngines } from '@parlance/contract/instanceSettings'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { createEgress } from '../../platform/egress/egress.ts'
import { createLog } from '../../platform/log/log.ts'
import { createRedactor, type Redactor } from '../../platform/redaction/redactor.ts'
import { type EmbeddingProvider, startEmbeddingProvider } from '../../testing/embeddingProvider.ts'
import { patient, requestOf } from '../../testing/engineRig.ts'
import { answering, type ScriptedProvider, startScriptedProvider } from '../../testing/scriptedProvider.ts'
import { createConfiguredEngines } from '../configured.ts'
import type { Engine, Message } from '../engine.ts'
import type { EngineRegistry } from '../registry.ts'

const personal = ['Anna', 'Lindqvist', 'anna@example.com', '1234567', '0532 0130', '4111']
const said =
  'Anna Lindqvist, anna@example.com, +49 30 1234567, DE89 3704 0044 0532 0130 00, 4111 1111 1111 1111.'
const messages: Message[] = [
  { role: 'system', content: `Instructions for ${said}` },
  { role: 'user', content: `Earlier: ${said}` },
  {
    role: 'assistant',
    content: `Looking up ${said}`,
    toolCalls: [{ id: 'call_1', name: 'search_files', input: JSON.stringify({ query: said }) }],
  },
  { role: 'tool', toolCallId: 'call_1', content: `Found: ${said}` },
  {
    role: 'user',
    content: said,
    pictures: [{ mimeType: 'image/jpeg', base64: 'cGVyc29uYWw=', width: 1, height: 1 }],
  },
]

let provider: ScriptedProvider
let embedder: EmbeddingProvider
let redactor: Redactor | null
let registry: EngineRegistry

beforeAll(async () => {
  provider = await startScriptedProvider()
  embedder = await startEmbeddingProvider()
})
afterAll(async () => {
  await provider?.close()
  await embedder?.close()
})
beforeEach(async () => {
  redactor = createRedactor([{ name: 'Anna Lindqvist' }])
  registry = await registryFor(provider.baseUrl)
})

function registryFor(baseUrl: string, engines: Partial<Record<(typeof keyedEngines)[number], Engine>> = {}) {
  const connection = { apiKey: 'the-key', baseUrl }
  const stored = {
    connections: Object.fromEntries(keyedEngines.map((name) => [name, connection])),
    deployments: [],
    working: [],
    onlyApproved: false,
  }
  return createConfiguredEngines(
    {
      config: readConfig({ DATA_DIR: mkdtempSync(path.join(tmpdir(), 'parlance-providers-')) }),
      egress: createEgress([new URL(baseUrl).host]),
      log: createLog('ERROR', { write: () => undefined }),
      redaction: { forProviders: async () => redactor },
    },
    async () => stored,
    { limits: patient, engines },
  ).current()
}

const silent = { text: () => undefined, thinking: () => undefined }
async function sentTo(engine: Engine): Promise<string> {
  await engine.answer(requestOf({ messages }), silent).catch(() => undefined)
  expect(provider.calls).not.toHaveLength(0)
  return JSON.stringify(provider.calls.splice(0).map(({ body }) => body))
}

describe.each(keyedEngines)('%s', (languageEngine) => {
  test('gets no personal data and no image while the instance redacts', async () => {
    const sent = await sentTo(registry.find(languageEngine))
    expect(personal.filter((one) => sent.includes(one))).toEqual([])
    expect(sent).not.toContain('cGVyc29uYWw=')
    expect(sent.match(/\[name 1\], \[email 1\], \[phone 1\], \[IBAN 1\], \[card 1\]/g)).toHaveLength(6)
  })

  test('gets everything else as it is', async () => {
    redactor = null
    const sent = await sentTo(registry.find(languageEngine))
    expect(personal.filter((one) => !sent.includes(one))).toEqual([])
    expect(sent).toContain('cGVyc29uYWw=')
    expect(sent).not.toContain('placeholder')
  })

  test('is wrapped if tests replace it, too', async () => {
    const received: Message[][] = []
    const own: Engine = {
      async answer(request, writer) {
        received.push(request.messages)
        writer.text('Hello [na')
        writer.text('me 1].')
        return { usage: null, citations: null, toolCalls: [], finish: 'Stop' }
      },
    }
    const { find } = await registryFor(provider.baseUrl, { [languageEngine]: own })
    let text = ''
    await find(languageEngine).answer(requestOf({ messages }), {
      ...silent,
      text: (delta) => {
        text += delta
      },
    })
    expect(text).toBe('Hello Anna Lindqvist.')
    expect(personal.filter((one) => JSON.stringify(received).includes(one))).toEqual([])
  })
})

test('an answer that breaks off keeps what came, with originals', async () => {
  provider.play({ actions: [{ delta: 'Ask [name 1] or [na' }, { waitMs: 200 }, 'cut'] })
  let text = ''
  const writer = {
    ...silent,
    text: (delta: string) => {
      text += delta
    },
  }
  const asked = registry.find('OpenAICompatible').answer(requestOf({ messages }), writer)
  await expect(asked).rejects.toThrow()
  expect(text).toBe('Ask Anna Lindqvist or [na')
  provider.play(answering('ok'))
})

test.each(['OpenAI', 'OpenAICompatible'] as const)('embeddings of %s get no personal data', async (name) => {
  const { embed } = await registryFor(embedder.baseUrl)
  const deployment = { languageEngine: name, deploymentName: 'meaning' }
  await embed(deployment, [said, 'The lighthouse'], AbortSignal.timeout(10_000))
  expect(embedder.texts.splice(0)).toEqual(['[name], [email], [phone], [IBAN], [card].', 'The lighthouse'])
  redactor = null
  await embed(deployment, [said], AbortSignal.timeout(10_000))
  expect(embedder.texts.splice(0)).toEqual([said])
})
