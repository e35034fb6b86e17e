/** How a mouth looks: `open` from 0 to 1, and `wide` from -1 (round) to 1 (spread). */
export interface Mouth {
  open: number
  wide: number
}

/** A mouth from this many milliseconds after the start of a sentence. */
export interface TimedMouth extends Mouth {
  at: number
}

/** The voice says this sound from this time on. Empty: silence. */
export interface TimedSound {
  at: number
  /** In the International Phonetic Alphabet. */
  sound: string
}

export const closed: Mouth = { open: 0, wide: 0 }

const shapes: readonly (readonly [sounds: string, mouth: Mouth])[] = [
  ['pbmɓʙ', { open: 0, wide: -0.1 }],
  ['fvʋɱɸβ', { open: 0.14, wide: 0.2 }],
  ['θð', { open: 0.24, wide: 0.2 }],
  ['tdnszlɾrɹɬɮʈɖɳɭɫ', { open: 0.28, wide: 0.3 }],
  ['ʃʒɕʑʂʐ', { open: 0.3, wide: -0.5 }],
  ['kgɡŋxɣqχʁħʕhɦʔcɟɲ', { open: 0.36, wide: 0.1 }],
  ['wʍ', { open: 0.2, wide: -1 }],
  ['uʊyʏɯ', { open: 0.3, wide: -0.9 }],
  ['oɔøœɵɤɒ', { open: 0.6, wide: -0.6 }],
  ['iɪjɨʎ', { open: 0.3, wide: 0.9 }],
  ['eɛɘɚɝɜ', { open: 0.5, wide: 0.6 }],
  ['əɐʌ', { open: 0.5, wide: 0.1 }],
  ['aɑæɶ', { open: 0.95, wide: 0.15 }],
]
const bySound = new Map(shapes.flatMap(([sounds, mouth]) => [...sounds].map((sound) => [sound, mouth])))

/** A diphthong changes the mouth after this share of its time. */
const SECOND_AFTER = 0.5
/** A sound without a known successor is this long. */
const USUAL_MS = 90

/** Returns how the mouth moves with the sounds of a sentence. */
export function mouthsOf(sounds: readonly TimedSound[]): TimedMouth[] {
  return sounds.flatMap(({ at, sound }, index): TimedMouth[] => {
    const known = [...sound].flatMap((letter) => bySound.get(letter) ?? [])
    const [first, ...others] = known
    if (!first) return [{ at, ...closed }]
    const last = others.at(-1)
    if (!last) return [{ at, ...first }]
    const end = sounds[index + 1]?.at ?? at + USUAL_MS
    return [
      { at, ...first },
      { at: at + (end - at) * SECOND_AFTER, ...last },
    ]
  })
}

const WINDOW_MS = 40
/** The loudness at which the mouth is open completely, as a share of the loudest possible. */
const LOUD = 0.25

/** Returns how the mouth moves for a voice that doesn’t say which sounds it makes: with how loud it is. */
export function mouthsByLoudness(samples: Int16Array, rate: number): TimedMouth[] {
  const window = Math.round((rate * WINDOW_MS) / 1000)
  return Array.from({ length: Math.ceil(samples.length / window) }, (_, index) => {
    const part = samples.subarray(index * window, (index + 1) * window)
    const power = part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / part.length
    return { at: index * WINDOW_MS, open: Math.min(1, Math.sqrt(power) / LOUD), wide: 0 }
  })
}

/** How long a mouth takes to its next shape. */
const MOVE_MS = 80

/** Returns the mouth at a time. Mouths are in their order in time. */
export function mouthAt(mouths: readonly TimedMouth[], ms: number): Mouth {
  const index = mouths.findLastIndex(({ at }) => at <= ms)
  const current = mouths[index]
  if (!current) return closed
  const before = mouths[index - 1] ?? closed
  const share = Math.min(1, (ms - current.at) / MOVE_MS)
  const eased = share * share * (3 - 2 * share)
  return {
    open: before.open + (current.open - before.open) * eased,
    wide: before.wide + (current.wide - before.wide) * eased,
  }
}
