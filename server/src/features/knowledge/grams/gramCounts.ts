import { GRAM_BUCKETS, gramsOf } from '../../../platform/language/grams.ts'

/**
 * The number of passages that contain each gram, for a set of passages. Differences of counts can be negative.
 */
export interface GramCounts {
  passages: number
  /** The total number of grams, including repetitions. */
  length: number
  frequencies: Int32Array
}

/** The same, as they are stored. */
export interface PackedGrams extends Pick<GramCounts, 'passages' | 'length'> {
  frequencies: Uint8Array
}

/** Returns the text from which a passage's grams are built. Indexing and search use the same text. */
export function gramTextOf(title: string, heading: string, text: string): string {
  return `${title}\n${heading}\n${text}`
}

export function noGrams(): GramCounts {
  return { passages: 0, length: 0, frequencies: new Int32Array(GRAM_BUCKETS) }
}

/** Returns the counts of some passages. With `sign` -1, returns the change from removing them. */
export function countGrams(texts: readonly string[], sign: 1 | -1 = 1): GramCounts {
  const counts = noGrams()
  const seen = new Int32Array(GRAM_BUCKETS)
  texts.forEach((text, at) => {
    const grams = gramsOf(text)
    counts.passages += sign
    counts.length += sign * grams.length
    for (const gram of grams) {
      if (seen[gram] === at + 1) continue
      seen[gram] = at + 1
      counts.frequencies[gram]! += sign
    }
  })
  return counts
}

/** Returns the sum as new counts. The inputs stay unchanged. */
export function addGrams(a: GramCounts, b: GramCounts): GramCounts {
  const frequencies = a.frequencies.slice()
  for (let gram = 0; gram < GRAM_BUCKETS; gram++) frequencies[gram]! += b.frequencies[gram]!
  return { passages: a.passages + b.passages, length: a.length + b.length, frequencies }
}

/**
 * Packs frequencies as bytes: for each nonzero gram, the distance from the previous one and its frequency, as
 * variable-length numbers. Twenty passages need about 8 kB, a large library at most 160 kB.
 */
export function packFrequencies(frequencies: Int32Array): Buffer {
  const bytes: number[] = []
  let last = -1
  frequencies.forEach((frequency, gram) => {
    if (frequency === 0) return
    pushNumber(gram - last, bytes)
    pushNumber(frequency < 0 ? -2 * frequency - 1 : 2 * frequency, bytes)
    last = gram
  })
  return Buffer.from(bytes)
}

export function packGrams({ passages, length, frequencies }: GramCounts): PackedGrams {
  return { passages, length, frequencies: packFrequencies(frequencies) }
}

/** Adds packed frequencies to `frequencies`. */
export function unpackFrequencies(bytes: Uint8Array, frequencies: Int32Array): void {
  let at = 0
  const next = () => {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
  for (let gram = -1; at < bytes.length; ) {
    gram += next()
    const packed = next()
    frequencies[gram]! += packed % 2 === 0 ? packed / 2 : -(packed + 1) / 2
  }
}

function pushNumber(value: number, bytes: number[]): void {
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
}
