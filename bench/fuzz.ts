/**
 * Sends broken bodies to every route of the contract that accepts one, signed in [A67] [F22]: truncated,
 * oversized, duplicated, and mistyped ones, ones that aren't UTF-8, and broken forms. Each is a change of a body
 * that would succeed, so it gets past the access checks.
 *   node bench/fuzz.ts [--bodies 5000] [--seed 1] [--from 0] [--oversized 110]
 * The same seed makes the same changes, and `--from NUMBER --bodies 1` repeats one of them. Files above their
 * limit are sent to the routes whose limit is at most `--oversized` MB. Prints the answers by status and code,
 * and each violation: an error of the server, no answer, a refusal without a request ID, and rows or files that
 * a refused body left behind. Exits 1 on any violation.
 */
import { fuzz, routesWithBody } from '../server/src/testing/fuzz/fuzz.ts'
import { startEveryRoute } from '../server/src/testing/routeTable.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'

const seed = Number(option('seed', '1'))
const from = Number(option('from', '0'))
const to = from + Number(option('bodies', '5000'))

const every = await startEveryRoute()
every.engine.play(async (writer) => writer.text('ok'))
say(`seed ${seed}, ${routesWithBody.length} routes that accept a body`)
const begun = performance.now()
const { bodies, byClass, byCode, wrong } = await fuzz(every, {
  seed,
  from,
  to,
  oversizedUpTo: Number(option('oversized', '110')) * 1024 * 1024,
  tell: say,
})
const counts = (of: Record<string, number>) =>
  Object.entries(of)
    .sort(([, a], [, b]) => b - a)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ')
say(`refused with: ${counts(byCode)}`)
if (wrong.length > 0)
  for (const line of every.app.logged.filter((one) => one.includes('"request.failed"'))) say(line)
say(
  `${bodies} bodies, ${counts(byClass)}, ${wrong.length} violations, ${round((performance.now() - begun) / 1000, 0)} s`,
)
await every.app.remove()
process.exit(wrong.length === 0 ? 0 : 1)
