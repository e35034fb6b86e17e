/**
 * Kills the server and its database with SIGKILL at random moments of researches over a library and the web, starts another
 * process, and goes on, until each research has its report. The model also cites sources that don’t exist. Counts reports
 * that are lost or written twice, citations that don’t lead to a passage that was found, and budgets that were exceeded, as
 * the model provider and the search provider count them.
 *   node bench/research.ts [--kills 20]
 * Exits 1 if anything is lost, exceeded, or leads nowhere.
 */
import { killWhileResearching } from '../server/src/features/conversations/testing/researchKills.ts'
import { option, say } from '../server/src/testing/statistics.ts'

const wanted = Number(option('kills', '20'))
const { kills, researches, lost, doubled, overruns, citations, astray } = await killWhileResearching(wanted)
say(
  `${researches} researches, ${kills} kills in the middle of one: ${lost} reports lost, ${doubled} written twice`,
)
say(
  `citations that lead to a passage that was found: ${citations - astray.length} of ${citations}${astray.length > 0 ? ` (${astray.join(', ')})` : ''}`,
)
say(`budgets exceeded: ${overruns.length === 0 ? '0' : overruns.join(', ')}`)
process.exit(kills >= wanted && lost + doubled + overruns.length + astray.length === 0 ? 0 : 1)
