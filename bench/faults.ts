/**
 * Fault injections against the real program: what breaks under it, and what becomes of questions and answers.
 *   node tools/run.mjs bench/faults.ts [--full] [--only "part of a name"] [--database embedded|postgres|both]
 * Prints a line for each; exits 1 where one lost, doubled or hung anything, answered an error that nobody can wait
 * for, or ended the process. PostgreSQL's runs need its programs on the PATH, the full disk root's rights. `--full`
 * repeats ten times as often.
 */

import { option, round, say } from '../server/src/testing/statistics.ts'
import { embeddedAway, fullDisk, lostCommits, postgresAway } from './faults/databases.ts'
import type { Ground, Injection } from './faults/injection.ts'
import { killedBoth, killedDatabase, killedServer, twoNodes } from './faults/processes.ts'
import { malformedProviders, refusingProviders, silentProviders } from './faults/providers.ts'
import { bursts, clientCuts, draining, slowReaders, threeHundred } from './faults/readers.ts'
import { newerForm } from './faults/releases.ts'
import { cutUploads } from './faults/uploads.ts'
import { hasPostgres, startCluster } from './rig/postgres.ts'
import { startUpstream } from './rig/yardstick.ts'

const FULL = 10
const injections: Injection[] = [
  slowReaders,
  clientCuts,
  threeHundred,
  bursts,
  draining,
  silentProviders,
  malformedProviders,
  refusingProviders,
  embeddedAway,
  postgresAway,
  lostCommits,
  killedServer,
  killedDatabase,
  killedBoth,
  twoNodes,
  newerForm,
  cutUploads,
  fullDisk,
]

const only = option('only', '')
const databases = option('database', 'both')
const scale = process.argv.includes('--full') ? FULL : 1
const upstream = await startUpstream()
let unclean = 0
const begun = performance.now()

async function runOn(kind: 'embedded' | 'postgres', ground: Ground): Promise<void> {
  for (const injection of injections) {
    if (injection.needs && injection.needs !== kind) continue
    if (!injection.name.includes(only)) continue
    try {
      for (const { line, clean } of await injection.run(ground)) {
        if (!clean) unclean += 1
        say(`${clean ? 'ok  ' : 'BAD '} [${kind}] ${line}`)
      }
    } catch (error) {
      unclean += 1
      say(`BAD  [${kind}] ${injection.name}: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
}

if (databases !== 'postgres') await runOn('embedded', { upstream, cluster: null, scale })
if (databases !== 'embedded') {
  if (hasPostgres()) {
    const cluster = await startCluster()
    await runOn('postgres', { upstream, cluster, scale })
    await cluster.stop()
  } else say("PostgreSQL isn't installed here, so its injections were skipped")
}
upstream.stop()
say(
  `${round((performance.now() - begun) / 1000, 0)} s, ${unclean === 0 ? 'nothing lost, nothing hung' : `${unclean} TO REVIEW`}`,
)
process.exit(unclean === 0 ? 0 : 1)
