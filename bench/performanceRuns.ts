/**
 * Runs of performance tests, with a scripted provider on loopback.
 *   node bench/performanceRuns.ts [--cases 1000] [--kills 20] [--questions 60] [--only kills|live]
 * First kills the product at random moments of a run, and compares the result with a run without kills. Then asks
 * questions as a user, alone and while a run is in progress on the same deployment, and compares the times to the first
 * text. Exits 1 if a case has no score, two, or another one than without kills, or if a user waits more than 1.3 times
 * as long during a run.
 */
import type { Answer } from '@parlance/contract/endpoint'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { killAmongCases, startTested } from '../server/src/features/performanceTests/testing/runKills.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { readEvents } from './rig/reader.ts'

const MOST_RATIO = 1.3
const cases = Number(option('cases', '1000'))
const kills = Number(option('kills', '20'))
const questions = Number(option('questions', '60'))
const only = option('only', '')

const areScored = only === 'live' || (await scoresSurvive())
const areFirst = only === 'kills' || (await usersGoFirst())
say(areScored && areFirst ? 'all gates passed' : 'A GATE FAILED')
process.exit(areScored && areFirst ? 0 : 1)

async function scoresSurvive(): Promise<boolean> {
  const { killed, undisturbed, missing, twice, different, written } = await killAmongCases({ cases, kills })
  say(`${cases} cases and ${kills} kills: missing ${missing}, twice ${twice}, scored otherwise ${different}`)
  say(`score ${killed.scorePercent} %, without kills ${undisturbed.scorePercent} %`)
  say(`the provider wrote ${written} answers, so ${written - cases} were broken off and written again`)
  const isSame = killed.scorePercent === undisturbed.scorePercent && killed.done === cases
  return isSame && missing + twice + different === 0
}

async function usersGoFirst(): Promise<boolean> {
  const tested = await startTested({ cases: 1000, answerMs: 20 })
  await timesOf(10, tested)
  const alone = await timesOf(questions, tested)
  const { runId } = await tested.read<Answer<(typeof performanceTests)['startRun']>>(tested.runs, {
    body: { gptSystemConfigurationStateId: tested.stateId },
  })
  const during = await timesOf(questions, tested)
  const { phase, done } = await tested.read<Answer<(typeof performanceTests)['getRun']>>(
    `${tested.runs}/${runId}`,
  )
  await tested.stop()
  const ratios = [0.5, 0.95].map((share) => quantile(during, share) / quantile(alone, share))
  say(
    `time to first text: ${round(quantile(alone, 0.5))} ms (p50) and ${round(quantile(alone, 0.95))} ms (p95) alone, ${round(quantile(during, 0.5))} and ${round(quantile(during, 0.95))} ms during a run, which answered ${done} cases: ${ratios.map((one) => one.toFixed(2)).join(' and ')} times`,
  )
  if (phase !== 'Running') say('the run ended before the questions did')
  return phase === 'Running' && (ratios[0] ?? 0) <= MOST_RATIO
}

/** Asks questions one after another, and returns how long each took to its first text, in ms. */
async function timesOf(
  count: number,
  { origin, token, gptSystemId }: Awaited<ReturnType<typeof startTested>>,
): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at += 1) {
    const begun = performance.now()
    const response = await fetch(`${origin}/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ question: `What is number ${at}?` }),
    })
    let first = Number.NaN
    await readEvents(response, (_id, event) => {
      if (event === 'response-updated' && Number.isNaN(first)) first = performance.now() - begun
    })
    times.push(first)
  }
  return times
}
