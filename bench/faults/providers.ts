import { setTimeout as wait } from 'node:timers/promises'
import { errors } from '../../contract/src/errors.ts'
import { publishAgent } from '../../server/src/testing/agents.ts'
import { startTestApplication } from '../../server/src/testing/application.ts'
import { type OddScript, oddScripts, type WireFormat } from '../../server/src/testing/oddBytes.ts'
import { type Script, startScriptedProvider } from '../../server/src/testing/scriptedProvider.ts'
import { converse, storedSegment } from '../rig/reader.ts'
import type { Finding, Injection } from './injection.ts'

/** Short, so that the silence tests don't take a minute each. The program's tests check its real limits. */
const LIMITS = { firstTokenMs: 1500, silenceMs: 1500 }
const END_MS = 60_000

const error = (name: string, script: Script, text: string): OddScript => ({
  name,
  script,
  code: 'engine.failed',
  text,
  isSilent: false,
})

/**
 * Refusals and disconnections, apart from malformed bytes. Each must end the answer with an error and keep the
 * partial text.
 */
function providerErrors(): OddScript[] {
  // The "busy" errors come last, because the deployment isn't used for a while after them.
  const refusals = [400, 401, 403, 404, 408, 409, 500, 502, 503, 429, 529].map((status) =>
    error(`status ${status}`, { status, actions: [{ write: '{"error":{"message":"no"}}' }] }, ''),
  )
  return [
    error('cut before the first token', { actions: ['cut'] }, ''),
    error('cut after the first token', { actions: [{ delta: 'Hello ' }, { waitMs: 50 }, 'cut'] }, 'Hello '),
    error('end after the first token', { actions: [{ delta: 'Hello ' }, { waitMs: 50 }, 'end'] }, 'Hello '),
    ...refusals,
  ]
}

async function tryAll(name: string, engine: string, scripts: OddScript[]): Promise<Finding> {
  const provider = await startScriptedProvider()
  const app = await startTestApplication({
    providerLimits: LIMITS,
    environment: {
      COMPATIBLE_BASE_URL: provider.baseUrl,
      COMPATIBLE_DEPLOYMENTS: 'odd',
      ANTHROPIC_BASE_URL: provider.baseUrl.replace(/\/v1$/, ''),
      ANTHROPIC_API_KEY: 'of-a-benchmark',
      ANTHROPIC_DEPLOYMENTS: 'odd',
    },
  })
  const gptSystemId = await publishAgent(app, 'Odd', { languageEngine: engine, deploymentName: 'odd' })
  const caller = { origins: [app.origin], token: await app.token('anna'), gptSystemId }
  const bad: string[] = []
  let [lost, hung] = [0, 0]
  for (const { name: script, script: played, code, text } of scripts) {
    provider.play(played)
    const read = await converse(caller, { ms: END_MS })
    if (read.status === null) {
      hung += 1
      bad.push(script)
      continue
    }
    const stored = await storedSegment(caller, read.conversationId, END_MS)
    const shown = stored?.answer ?? ''
    // Characters the database can't store are replaced by a placeholder.
    if (
      !stored ||
      shown !== read.text ||
      shown.length < text.toWellFormed().replaceAll('\ufffd', '').length
    ) {
      lost += 1
      bad.push(
        `${script}: ${shown.length} of ${text.length} characters stored, ${read.text.length} read, ${stored?.errors.map((one) => one.code).join(' ')}, ${provider.calls.length} calls`,
      )
    }
    const told = stored?.errors.map((error) => error.code) ?? []
    const asExpected =
      code === null
        ? stored?.status === 'Completed'
        : stored?.status === 'Failed' && told.length > 0 && told.every((one) => one in errors)
    if (!asExpected) bad.push(`${script}: ${stored?.status} ${told.join(' ')}`)
    if (told.includes('server.failed')) bad.push(`${script}: an internal error`)
  }
  provider.play({ actions: [{ delta: 'well ' }, { delta: 'again' }, 'done'] })
  const health = await fetch(`${app.origin}/health/ready`)
  await wait(0)
  await app.remove()
  await provider.close()
  const line = `${name}: ${scripts.length} scripts, lost ${lost}, hung ${hung}, not as expected ${bad.length}${health.status === 200 ? ', process alive' : ', NOT READY'}${bad.length > 0 ? ` (${bad.join('; ')})` : ''}`
  return { line, clean: lost === 0 && hung === 0 && bad.length === 0 && health.status === 200 }
}

const engines: [WireFormat, string][] = [
  ['chatCompletions', 'OpenAICompatible'],
  ['messages', 'Anthropic'],
]

export const silentProviders: Injection = {
  name: '[F13] silent providers',
  needs: 'embedded',
  run: () =>
    inTurn(engines, ([format, engine]) =>
      tryAll(
        `silent providers, ${engine}`,
        engine,
        oddScripts(format).filter(({ isSilent }) => isSilent),
      ),
    ),
}

export const malformedProviders: Injection = {
  name: '[S42] malformed providers',
  needs: 'embedded',
  run: () =>
    inTurn(engines, ([format, engine]) =>
      tryAll(
        `malformed providers, ${engine}`,
        engine,
        oddScripts(format).filter(({ isSilent }) => !isSilent),
      ),
    ),
}

export const refusingProviders: Injection = {
  name: '[F15] provider errors',
  needs: 'embedded',
  run: () =>
    inTurn(['OpenAICompatible'], (engine) =>
      tryAll('provider errors before and after the first token', engine, providerErrors()),
    ),
}

async function inTurn<T>(list: readonly T[], task: (item: T) => Promise<Finding>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const item of list) findings.push(await task(item))
  return findings
}
