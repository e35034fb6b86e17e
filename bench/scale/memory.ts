import { memoryMib } from '../../server/src/testing/product.ts'
import type { Row } from '../../server/src/testing/retrieval/rows.ts'
import { round, say } from '../../server/src/testing/statistics.ts'

const LOOK_MS = 500
/** Less than the text of the passages read meanwhile, so the server can’t hold on to them. */
const MOST_GROWTH_MIB = 40

interface Sample {
  at: number
  mib: number
}

/** Watches the memory of a process without its children. The returned function ends that. */
export function watchMemory(pid: number): () => Sample[] {
  const samples: Sample[] = []
  const look = () => samples.push({ at: performance.now(), mib: memoryMib(pid) })
  look()
  const timer = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(timer)
    look()
    return samples
  }
}

/** Returns how much the line through these samples rises from the first to the last. */
export function riseOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [at, mib] = [mean((sample) => sample.at), mean((sample) => sample.mib)]
  const spread = mean((sample) => (sample.at - at) ** 2)
  if (spread === 0) return 0
  const slope = mean((sample) => (sample.at - at) * (sample.mib - mib)) / spread
  return slope * (samples.at(-1)!.at - samples[0]!.at)
}

export function memoryRow(what: string, samples: readonly Sample[]): Row {
  const [first, last] = [samples[0]!, samples.at(-1)!]
  const quarter = samples.findIndex(({ at }) => at >= first.at + (last.at - first.at) / 4)
  const later = samples.slice(quarter)
  const peak = Math.max(...samples.map(({ mib }) => mib))
  const shown = [first.mib, samples[quarter]!.mib, last.mib, peak].map((mib) => round(mib, 0)).join(' · ')
  say(`${what}: memory of the server at the start · after a quarter · at the end · at most: ${shown} MiB`)
  return {
    what: `${what}: growth of the server’s memory after the first quarter, as a line`,
    value: riseOf(later),
    unit: ' MB',
    target: MOST_GROWTH_MIB,
    atMost: true,
  }
}
