/** Describes a text so that the share of equal numbers of two sketches is about the share of text they have in common. */
export interface Sketch {
  values: number[]
  /** Each combines some values. Sketches with much in common have at least one band in common. */
  bands: number[]
}

const VALUES = 64
const BANDS = 16
const VALUES_PER_BAND = VALUES / BANDS
const SHINGLE_WORDS = 3
/** Shorter texts are too easily alike, such as forms that are hardly filled in. */
const LEAST_SHINGLES = 20
/** Longer words are in scripts without spaces, or no words. */
const LONGEST_WORD = 20
/** The number of equal values from which two texts are almost the same. */
export const SIMILAR_VALUES = 52

/**
 * Collects the sketch of a file (MinHash over groups of three words). Words that occur repeatedly, as where passages
 * overlap, don’t change it.
 */
export function createSketcher() {
  const least = new Uint32Array(VALUES).fill(0xffff_ffff)
  const first = new Set<number>()

  return {
    add(text: string): void {
      const words = wordsOf(text)
      for (let at = 0; at + SHINGLE_WORDS <= words.length; at += 1) {
        const hash = hashOf(words.slice(at, at + SHINGLE_WORDS).join(' '))
        if (first.size < LEAST_SHINGLES) first.add(hash)
        for (let index = 0; index < VALUES; index += 1) {
          const value = mixed(hash ^ Math.imul(index + 1, 0x9e37_79b1))
          if (value < least[index]!) least[index] = value
        }
      }
    },
    /** Returns null for a text that is too short to be compared. */
    sketch(): Sketch | null {
      if (first.size < LEAST_SHINGLES) return null
      const values = Array.from(least, (value) => value | 0)
      const bands = Array.from({ length: BANDS }, (_, band) => {
        const own = values.slice(band * VALUES_PER_BAND, (band + 1) * VALUES_PER_BAND)
        return own.reduce((sum, value) => mixed(sum ^ value) | 0, band + 1)
      })
      return { values, bands }
    },
  }
}

function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.flatMap((word) => (word.length > LONGEST_WORD ? (word.match(/..?/gsu) ?? []) : [word]))
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193)
  return hash >>> 0
}

/** Spreads a number over all 32 bits (the last step of MurmurHash3). */
function mixed(number: number): number {
  let value = number
  value = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35)
  return (value ^ (value >>> 16)) >>> 0
}
