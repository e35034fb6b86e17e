import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createEgress } from '../platform/egress/egress.ts'
import { createLog } from '../platform/log/log.ts'
import { patient, requestOf } from '../testing/engineRig.ts'
import { answering, startScriptedProvider } from '../testing/scriptedProvider.ts'
import { createConfiguredEngines, type StoredProviders } from './configured.ts'

const provider = await startScriptedProvider()
const egress = createEgress([new URL(provider.origin).host])
afterAll(async () => {
  await egress.close()
  await provider.close()
})

test('nothing more is sent once an approval is taken back, even in an answer that has begun', async () => {
  const deployment = { languageEngine: 'OpenAICompatible', deploymentName: 'small', approved: true } as const
  const uses = {
    isForChat: true,
    isHelper: false,
    isJudge: false,
    isForEmbeddings: false,
    isForImages: false,
    isForTranscription: false,
    isForSpeech: false,
    gone: false,
    price: null,
    imagePrice: null,
    minutePrice: null,
    speechPrice: null,
    vision: null,
  }
  let stored: StoredProviders = {
    connections: { OpenAICompatible: { apiKey: 'a-key', baseUrl: provider.baseUrl } },
    deployments: [{ ...deployment, ...uses }],
    working: [],
    onlyApproved: true,
  }
  const config = readConfig({ DATA_DIR: mkdtempSync(path.join(tmpdir(), 'parlance-approvals-')) })
  const log = createLog('ERROR', { write: () => undefined })
  const redaction = { forProviders: async () => null }
  const engines = createConfiguredEngines({ config, egress, log, redaction }, async () => stored, {
    limits: patient,
  })
  const engine = (await engines.current()).find('OpenAICompatible')
  const writer = { text: () => undefined, thinking: () => undefined }
  const ask = () => engine.answer(requestOf({ deploymentName: 'small' }), writer)
  provider.play(answering('ok'))
  await expect(ask()).resolves.toMatchObject({ finish: 'Stop' })
  stored = { ...stored, deployments: [{ ...deployment, ...uses, approved: false }] }
  await expect(ask()).rejects.toMatchObject({ code: 'engine.notApproved' })
})
