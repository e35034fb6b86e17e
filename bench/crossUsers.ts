/**
 * Checks whether anyone ever gets content of a library that they can’t read [S9]. Users in groups with different
 * libraries ask their own agents at random, search with the graph, ask about tables, and open what they or others have
 * seen, while they leave groups and groups lose libraries.
 *   node bench/crossUsers.ts [--people 100] [--libraries 50] [--questions 10000]
 * Prints the counts and each leak. Exits 1 on any leak.
 */
import { crossUsers } from '../server/src/features/knowledge/testing/crossUsers.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'

const app = await startTestApplication()
const begun = performance.now()
const { questions, byPath, leaked, missed } = await crossUsers(app, {
  people: Number(option('people', '100')),
  libraries: Number(option('libraries', '50')),
  questions: Number(option('questions', '10000')),
})
for (const one of leaked) say(`leaked: ${one}`)
for (const one of missed) say(`missed: ${one}`)
const counts = Object.entries(byPath).map(([path, count]) => `${count} ${path}`)
say(
  `${questions} queries (${counts.join(', ')}): ${leaked.length} with content of a library that the user can’t read, ${missed.length} without content that they can, ${round((performance.now() - begun) / 1000, 0)} s`,
)
say('Web pages are read again for each answer and never stored, so there is no cache to check.')
await app.remove()
process.exit(leaked.length + missed.length === 0 ? 0 : 1)
