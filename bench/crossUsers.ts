/**
 * Checks whether anyone ever gets answers from other people's data [S9]. Users whose libraries differ in only
 * one word ask their own agents at random, while permissions are revoked and granted.
 *   node bench/crossUsers.ts [--people 100] [--questions 10000]
 * Prints the counts and each leak. Exits 1 on any leak.
 */
import { crossUsers } from '../server/src/features/knowledge/testing/crossUsers.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'

const app = await startTestApplication()
const begun = performance.now()
const { questions, leaked, missed } = await crossUsers(
  app,
  Number(option('people', '100')),
  Number(option('questions', '10000')),
)
for (const one of [...leaked, ...missed.map((canary) => `${canary} wasn't answered`)]) say(one)
say(
  `${questions} questions, ${leaked.length} answered from other people's libraries, ${missed.length} not answered from the person's own, ${round((performance.now() - begun) / 1000, 0)} s`,
)
await app.remove()
process.exit(leaked.length + missed.length === 0 ? 0 : 1)
