/**
 * How much CPU time a long message to the fallback database PGlite takes until it is complete, as a socket delivers it.
 *   node bench/longMessage.ts [--megabytes 32] [--chunk 65536]
 * The baseline concatenates the same chunks once. Prints the median of several runs, and exits 1 above 0.3 s.
 */
import { UnitReader } from '../server/src/platform/database/embedded/pglite/wire.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'

const MOST_MS = 300
const RUNS = 9
const megabytes = Number(option('megabytes', '32'))
const chunkSize = Number(option('chunk', '65536'))

const message = Buffer.alloc(megabytes * 1_000_000, 'x')
message.write('B')
message.writeInt32BE(message.length - 1, 1)
const sync = Buffer.from([83, 0, 0, 0, 4])
const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])
const sent = Buffer.concat([message, sync])

const read: number[] = []
const baseline: number[] = []
for (let run = 0; run < RUNS; run += 1) {
  const reader = new UnitReader()
  reader.push(startup)
  read.push(
    cpuMsOf(() => {
      const units = chunks().flatMap((chunk) => reader.push(chunk))
      if (units.length !== 1 || units[0]?.bytes.length !== sent.length)
        throw new Error('The message is not whole.')
    }),
  )
  baseline.push(cpuMsOf(() => void Buffer.concat(chunks())))
}
const [ms, bareMs] = [quantile(read, 0.5), quantile(baseline, 0.5)]
say(
  `${megabytes} MB in chunks of ${chunkSize} bytes: ${round(ms)} ms of CPU time; concatenated once ${round(bareMs)} ms`,
)
say(ms <= MOST_MS ? 'all gates passed' : 'A GATE FAILED')
process.exit(ms <= MOST_MS ? 0 : 1)

function chunks(): Buffer[] {
  const all: Buffer[] = []
  for (let at = 0; at < sent.length; at += chunkSize) all.push(sent.subarray(at, at + chunkSize))
  return all
}

function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
