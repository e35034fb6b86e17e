/**
 * Kills the server and its embedded database at random moments while retention deletes conversations, and counts after
 * each kill what is half deleted, and what is missing of held or young conversations.
 *   node bench/retentionKills.ts [--kills 20] [--conversations 3000]
 * Exits 1 if anything is wrong.
 */
import { killWhileDeleting } from '../server/src/features/conversations/testing/retentionKills.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'

const conversations = Number(option('conversations', '3000'))
const begun = performance.now()
const { kills, inTheMiddle, deleted, wrong } = await killWhileDeleting(
  conversations,
  Number(option('kills', '20')),
)
say(
  `${conversations} old conversations, as many under legal hold, and as many young ones; ${kills} kills, ${inTheMiddle} of them in the middle; ${deleted} deleted; ${round((performance.now() - begun) / 1000, 0)} s`,
)
for (const problem of wrong) say(problem)
say(wrong.length === 0 ? 'nothing half deleted, and nothing touched that is held or young' : 'A GATE FAILED')
process.exit(wrong.length === 0 ? 0 : 1)
