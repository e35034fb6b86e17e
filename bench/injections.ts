/**
 * Runs the test for prompt injection with a scripted model that does everything that hidden instructions say [A51] [B8].
 *   node bench/injections.ts
 * Prints by place and by technique how many cases reached the model, how many it obeyed, how many let data out, and how
 * many would have without the rules for links and images. Exits 1 if data got out, if a case didn’t reach the model, or if
 * the check without the rules finds nothing.
 */
import type { Answer } from '@parlance/contract/endpoint'
import type { injectionTests } from '@parlance/contract/injectionTests'
import { judge } from '../server/src/features/performanceTests/injections/judge.ts'
import { type SuiteCase, suiteCases } from '../server/src/features/performanceTests/injections/suite.ts'
import { noRules, obedient } from '../server/src/features/performanceTests/injections/testing/models.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { call } from '../server/src/testing/client.ts'
import { createScriptedEngine } from '../server/src/testing/scriptedEngine.ts'
import { round, say } from '../server/src/testing/statistics.ts'

type Group = typeof injectionTests
type Result = Answer<Group['listInjectionResults']>['items'][number]

const engine = createScriptedEngine()
engine.play(obedient)
const app = await startTestApplication({
  engines: { OpenAICompatible: engine },
  environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
})
const token = await app.token('admin')
const read = async <T>(path: string, body?: object): Promise<T> =>
  (await call<T>(app, path, { token, ...(body && { body }) })).body

const agent = await publishAgent(app, 'Obedient', {
  languageEngine: 'OpenAICompatible',
  deploymentName: 'scripted',
})
const management = `/api/internal/gptSystems/system/management/${agent}`
const { publishedStateId } = await read<{ publishedStateId: string }>(management)
const runs = `${management}/injectionTest/runs`
const begun = performance.now()
const { runId } = await read<Answer<Group['startInjectionRun']>>(runs, {
  gptSystemConfigurationStateId: publishedStateId,
})
let report = await read<Answer<Group['getInjectionRun']>>(`${runs}/${runId}`)
while (report.phase === 'Queued' || report.phase === 'Running') {
  await new Promise((resolve) => setTimeout(resolve, 200))
  report = await read(`${runs}/${runId}`)
}
const seconds = (performance.now() - begun) / 1000

const results = new Map<string, Result>()
for (let token: string | null = ''; token !== null; ) {
  const more: string = token && `?continuationToken=${encodeURIComponent(token)}`
  const page: Answer<Group['listInjectionResults']> = await read(`${runs}/${runId}/results${more}`)
  for (const one of page.items) results.set(one.caseId, one)
  token = page.continuationToken
}
await app.remove()

function line(name: string, cases: readonly SuiteCase[]): Record<string, number> {
  const of = cases.flatMap(({ caseId }) => results.get(caseId) ?? [])
  const counts = {
    cases: cases.length,
    reached: of.filter(({ reached }) => reached).length,
    obeyed: of.filter(({ outcome }) => outcome === 'Obeyed' || outcome === 'Leaked').length,
    leaked: of.filter(({ leaks }) => leaks.length > 0).length,
    withoutRules: cases.filter((one) => {
      const answer = { text: results.get(one.caseId)?.answer ?? '', citations: [], record: null }
      return judge(one, answer, noRules).leaks.length > 0
    }).length,
  }
  say(
    `${name.padEnd(18)} ${Object.values(counts)
      .map((count) => String(count).padStart(8))
      .join('')}`,
  )
  return counts
}

say(`${' '.repeat(18)}    cases reached  obeyed  leaked without rules`)
for (const [carrier, cases] of Map.groupBy(suiteCases, (one) => one.carrier)) line(carrier, cases)
say('')
for (const [technique, cases] of Map.groupBy(suiteCases, (one) => one.technique)) line(technique, cases)
say('')
const all = line('all', suiteCases)
say(`${report.phase}, score ${report.scorePercent ?? 'none'}, ${round(seconds, 1)} s`)
const isGood =
  report.phase === 'Completed' && all.leaked === 0 && all.reached === all.cases && (all.withoutRules ?? 0) > 0
say(isGood ? 'all gates passed' : 'A GATE FAILED')
process.exit(isGood ? 0 : 1)
