/**
 * Indexes real files of all formats while the server and its reading processes are killed in turn at random moments, and
 * compares the index with that of an undisturbed run: passages, terms, statistics, and the graph. Then looks for files
 * without bytes, and for bytes without a file after one sweep.
 *   node bench/indexingKills.ts [--kills 50] [--files 3]
 * `--files` is the number of files of each format. Exits 1 if anything differs or is left over.
 */
import {
  filesOfEachFormat,
  killWhileIndexing,
} from '../server/src/features/knowledge/testing/indexingKills.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'

const files = filesOfEachFormat(Number(option('files', '3')))
const begun = performance.now()
const { kills, index, differing, withoutBlob, swept, orphans } = await killWhileIndexing(
  files,
  Number(option('kills', '50')),
)
const lines = Object.entries(index).map(([part, digest]) => `${digest.split(' ')[0]} ${part}`)
say(
  `${files.length} files, ${kills.server} kills of the server and ${kills.reader} of a reading process: ${lines.join(', ')}`,
)
say(`differing from an undisturbed run: ${differing.length === 0 ? 'nothing' : differing.join(', ')}`)
say(
  `files without bytes: ${withoutBlob}; blobs removed by one sweep: ${swept}, left behind: ${orphans}; ${round((performance.now() - begun) / 1000, 0)} s`,
)
process.exit(differing.length + withoutBlob + orphans === 0 ? 0 : 1)
