/**
 * Injects faults into the real program, and reports their effect on questions and answers.
 *   node tools/run.mjs bench/faults.ts [--full] [--only "part of a name"] [--database embedded|postgres|both]
 * Prints one line per injection. Exits 1 if one lost, duplicated, or hung anything, returned an error that a
 * client can't wait for, or ended the process. The PostgreSQL runs need its programs on the PATH; the full-disk
 * run needs root. `--full` repeats ten times as often.
 */

import { option, round, say } from '../server/src/testing/statistics.ts'
import { embeddedAway, fullDisk, lostCommits, postgresAway } from './faults/databases.ts'
import type { Ground, Injection } from './faults/injection.ts'
import { blockedPool, killedBoth, killedDatabase, killedServer, twoNodes } from './faults/processes.ts'
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
  blockedPool,
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
