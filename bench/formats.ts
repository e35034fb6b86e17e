/**
 * Whether what a person finds in a file is in one passage together with its header or heading.
 *   node bench/formats.ts [--only pdf,docx]
 * Uploads the real files in bench/formats/files, at least three of each format, and looks for the facts in
 * bench/formats/facts.json. They were noted from renderings (LibreOffice, pdftotext, or the source itself if it is text),
 * without the output of our extraction. A fact is a text with what belongs to it, such as its heading, or the column and
 * the row of a cell. Prints per format the facts that are in one passage, and how often a fact precedes the one before
 * it. Exits 1 if less than 95% of a format’s facts are found, or if a file can’t be read.
 */
import { checkFacts, fileFacts, formatOf } from '../server/src/features/knowledge/testing/facts.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'

const LEAST_SHARE = 0.95
const only = option('only', '')
const files = fileFacts.filter((one) => only === '' || only.split(',').includes(formatOf(one)))

const app = await startTestApplication()
const checked = await checkFacts(app, files)
let holds = true
for (const [format, some] of Map.groupBy(checked, (one) => formatOf({ ...one, facts: [] }))) {
  const facts = some.reduce((sum, one) => sum + one.facts, 0)
  const missed = some.flatMap((one) => one.missed.map((miss) => ({ ...miss, file: one.file })))
  const misplaced = some.flatMap((one) => one.misplaced)
  const share = (facts - missed.length) / facts
  const failed = some.filter((one) => one.failed !== null)
  if (share < LEAST_SHARE || failed.length > 0) holds = false
  say(
    `${format}: ${some.length} files, ${facts - missed.length} of ${facts} facts (${round(share * 100, 1)}%), ${misplaced.length} out of order`,
  )
  for (const { file, failed: reason } of failed) say(`  ${file}: ${reason}`)
  for (const { file, fact, most } of missed)
    say(`  ${file}: ${JSON.stringify(fact)}, together at most ${JSON.stringify(most)}`)
  for (const text of misplaced) say(`  out of order: ${text}`)
}
const total = checked.reduce((sum, one) => sum + one.facts, 0)
const found = total - checked.reduce((sum, one) => sum + one.missed.length, 0)
say(`${checked.length} files, ${found} of ${total} facts (${round((found / total) * 100, 1)}%)`)
await app.remove()
process.exit(holds ? 0 : 1)
