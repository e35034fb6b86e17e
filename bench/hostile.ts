/**
 * Sends hostile file names and files to every route that accepts a file, alone and packed into an archive [A57] [A60]
 * [A70]: bombs in every container that is read, paths that lead elsewhere, external entities, macros, formulas that call
 * out, files that are several at once, sheets without an end, and huge declared sizes.
 *   node bench/hostile.ts
 * Prints the answers by code, what became of each file, and each violation: a new file outside the storage folder, a
 * connection, an error of the server, a refusal without a reason, text of another file, or an answer after 30 s. Exits 1
 * on any violation.
 */
import { sendHostile, uploadRoutes } from '../server/src/testing/hostile/hostile.ts'
import { hostileNames } from '../server/src/testing/hostile/names.ts'
import { startEveryRoute } from '../server/src/testing/routeTable.ts'
import { round, say } from '../server/src/testing/statistics.ts'

const every = await startEveryRoute()
const begun = performance.now()
let files = 0
const { outcomes, read, wrong, connections } = await sendHostile(every, {
  names: hostileNames,
  files: (all) => {
    files = all.length
    return all
  },
  mostSeconds: { answer: 30, reading: 300 },
  tell: say,
})
const byAnswer = Map.groupBy(outcomes, ({ answer }) => answer)
say(
  `${hostileNames.length} names and ${files} files on ${uploadRoutes.length} routes: ${outcomes.length} uploads`,
)
for (const [answer, some] of [...byAnswer].toSorted(([, a], [, b]) => b.length - a.length))
  say(`  ${answer}: ${some.length}`)
for (const [file, became] of read) say(`  ${JSON.stringify(file).slice(0, 60)}: ${became}`)
const slowest = outcomes.toSorted((a, b) => b.seconds - a.seconds)[0]
say(`slowest answer: ${slowest?.route} ${slowest?.file}, ${round(slowest?.seconds ?? 0, 1)} s`)
for (const violation of wrong) say(`VIOLATION ${violation}`)
say(
  `${connections} connections, ${wrong.length} violations, ${round((performance.now() - begun) / 1000, 0)} s, ${round(process.memoryUsage().rss / 1e6, 0)} MB`,
)
await every.app.remove()
process.exit(wrong.length === 0 ? 0 : 1)
