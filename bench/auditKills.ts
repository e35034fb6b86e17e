/**
 * Kills the server and its database at random moments during a series of configuration changes, and counts
 * changes and audit log entries [F26].
 *   node bench/auditKills.ts [--kills 25] [--changes 1000] [--database postgres://…]
 * With PostgreSQL only the server is killed. Exits 1 if an acknowledged change is lost, if a change or an entry
 * lacks the other, or if the audit log isn't intact after a restart.
 */
import { killAmongChanges } from '../server/src/testing/changes.ts'
import { startProduct } from '../server/src/testing/product.ts'
import { option, say } from '../server/src/testing/statistics.ts'

const kills = Number(option('kills', '25'))
const changes = Number(option('changes', '1000'))
const databaseUrl = option('database', '')
const database = databaseUrl ? { databaseUrl } : {}
const total = { acknowledged: 0, stored: 0, entries: 0, lost: 0, broken: 0 }

let product = await startProduct(database)
for (let index = 0; index < kills; index += 1) {
  const series = await killAmongChanges(product, { most: Math.ceil(changes / kills), ...database })
  product = series.product
  total.acknowledged += series.acknowledged
  total.stored += series.stored
  total.entries += series.entries
  total.lost += series.lost
  total.broken += series.firstBroken === null ? 0 : 1
}
await product.stop()

say(
  `${kills} kills during changes, of ${databaseUrl ? 'the server, on PostgreSQL' : 'server and embedded database'}`,
)
say(`changes acknowledged ${total.acknowledged}, stored ${total.stored}, audit log entries ${total.entries}`)
say(`acknowledged but lost ${total.lost}, audit logs that fail verification ${total.broken}`)
const holds = total.lost === 0 && total.broken === 0 && total.entries === total.stored
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)
