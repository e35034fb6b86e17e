/** What was noticed with a level. */
type Noticed = 'Began' | 'Ended' | null

interface VoiceActivity {
  /** Takes how loud it is, from 0 to 1, at a time in milliseconds. */
  hear(level: number, at: number): Noticed
  /** Forgets what was heard, and waits for speech again. */
  reset(): void
}

/** Speech is at least this loud, and this many times as loud as the noise of the room. */
const LEAST_LEVEL = 0.08
const TIMES_NOISE = 3
/** What a loudspeaker plays can reach the microphone in spite of echo cancellation. */
const TIMES_WHILE_PLAYING = 1.6
/** Shorter sounds are clicks. A person who interrupts waits for no longer than this and one look. */
const BEGINS_AFTER_MS = 90
/** Pauses within a sentence are shorter. */
const ENDS_AFTER_MS = 1_100
/** Between words, speech is quieter than this share of the level at which it begins. */
const STAYS_ABOVE = 0.6
/** How much the noise of the room rises with each look while nothing is said. It falls at once. */
const NOISE_RISES = 0.02

/** Notices when someone begins and ends to speak, by the level alone. */
export function createVoiceActivity(isPlaying: () => boolean): VoiceActivity {
  let noise = 0
  let loudSince: number | null = null
  let lastLoud = 0
  let isSpeaking = false
  return {
    hear(level, at) {
      const least = Math.max(LEAST_LEVEL, noise * TIMES_NOISE) * (isPlaying() ? TIMES_WHILE_PLAYING : 1)
      const isLoud = level >= (isSpeaking ? least * STAYS_ABOVE : least)
      if (!isSpeaking) noise = level < noise ? level : noise + (Math.min(level, least) - noise) * NOISE_RISES
      if (isLoud) {
        lastLoud = at
        loudSince ??= at
        if (isSpeaking || at - loudSince < BEGINS_AFTER_MS) return null
        isSpeaking = true
        return 'Began'
      }
      if (!isSpeaking) {
        loudSince = null
        return null
      }
      if (at - lastLoud < ENDS_AFTER_MS) return null
      isSpeaking = false
      loudSince = null
      return 'Ended'
    },
    reset() {
      isSpeaking = false
      loudSince = null
    },
  }
}
