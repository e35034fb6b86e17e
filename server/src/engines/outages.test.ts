import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createEgress } from '../platform/egress/egress.ts'
import { createLog } from '../platform/log/log.ts'
import { patient, requestOf } from '../testing/engineRig.ts'
import { answering, type Script, startScriptedProvider } from '../testing/scriptedProvider.ts'
import { createConfiguredEngines, type StoredProviders } from './configured.ts'

const provider = await startScriptedProvider()
const egress = createEgress([new URL(provider.origin).host])
afterAll(async () => {
  await egress.close()
  await provider.close()
})

/** What the default level shows. */
let lines: string[]
let ask: (deploymentName: string) => Promise<unknown>
let setKey: (apiKey: string) => void

beforeEach(() => {
  lines = []
  let stored: StoredProviders
  setKey = (apiKey) => {
    const connection = { apiKey, baseUrl: provider.baseUrl }
    stored = {
      connections: { OpenAICompatible: connection },
      deployments: [],
      working: [],
      onlyApproved: false,
    }
  }
  setKey('the-key')
  const config = readConfig({ DATA_DIR: mkdtempSync(path.join(tmpdir(), 'parlance-outages-')) })
  const redaction = { forProviders: async () => null }
  const log = createLog('ERROR', { write: (line) => void lines.push(line) })
  const engines = createConfiguredEngines({ config, egress, log, redaction }, async () => stored, {
    limits: patient,
  })
  ask = async (deploymentName) => {
    const engine = (await engines.current()).find('OpenAICompatible')
    const writer = { text: () => undefined, thinking: () => undefined }
    return engine.answer(requestOf({ deploymentName }), writer).catch((error: unknown) => error)
  }
})

const events = () =>
  lines.map((line) => {
    const { event, deploymentName, code } = JSON.parse(line) as Record<string, string>
    return [event, deploymentName, code]
  })
const refusing = (status: number, code = ''): Script => ({
  status,
  headers: { 'content-type': 'application/json' },
  actions: [{ write: JSON.stringify({ error: { code, message: 'secret words' } }) }, 'end'],
})

test('a provider that fails is logged once, and once when it answers again', async () => {
  provider.play(refusing(500))
  await ask('small')
  await ask('small')
  provider.play(answering('ok'))
  await ask('small')
  await ask('small')
  expect(events()).toEqual([
    ['provider.unavailable', 'small', 'engine.failed'],
    ['provider.recovered', 'small', undefined],
  ])
  expect(lines.join()).not.toMatch(/secret|the-key/)
})

test('a rejected key is an outage, which a new key ends', async () => {
  provider.play(refusing(401))
  await ask('small')
  setKey('another-key')
  provider.play(answering('ok'))
  await ask('small')
  expect(events()).toEqual([
    ['provider.unavailable', 'small', 'engine.key'],
    ['provider.recovered', 'small', undefined],
  ])
})

test('each deployment has its own outages', async () => {
  provider.play(refusing(404, 'model_not_found'))
  await ask('small')
  provider.play(answering('ok'))
  await ask('large')
  expect(events()).toEqual([['provider.unavailable', 'small', 'engine.deployment']])
})

test.each([
  ['content_filter', 'engine.filtered'],
  ['context_length_exceeded', 'engine.contextLength'],
])('a question that is refused as %s is no outage', async (code, expected) => {
  provider.play(refusing(400, code))
  expect(await ask('small')).toMatchObject({ code: expected })
  expect(lines).toEqual([])
})
