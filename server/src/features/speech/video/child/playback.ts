import { closed, type Mouth, mouthAt, type TimedMouth } from './mouth.ts'
import { PLAYED_RATE } from './resample.ts'

/** A spoken sentence. */
export interface Spoken {
  text: string
  samples: Int16Array
  mouths: readonly TimedMouth[]
}

const PIECE_MS = 10
/** WebRTC takes pieces of this many samples. */
export const PIECE = (PLAYED_RATE * PIECE_MS) / 1000
/** A silence between sentences. */
const PAUSE_PIECES = 12

/** What one person hears and sees: the sentences one after another, in pieces of 10 ms. */
export class Playback {
  readonly #waiting: Spoken[] = []
  readonly #started: (text: string) => void
  #current: Spoken | null = null
  #at = 0
  #pause = 0

  /** `started` is called when a sentence begins. */
  constructor(started: (text: string) => void) {
    this.#started = started
  }

  add(spoken: Spoken): void {
    this.#waiting.push(spoken)
  }

  get isSilent(): boolean {
    return this.#current === null && this.#waiting.length === 0
  }

  /** How much is still to be heard, in milliseconds. */
  get waitingMs(): number {
    const left = (this.#current?.samples.length ?? this.#at) - this.#at
    const samples = this.#waiting.reduce((sum, one) => sum + one.samples.length, left)
    return (samples / PLAYED_RATE) * 1000
  }

  stop(): void {
    this.#waiting.length = 0
    this.#current = null
    this.#at = 0
    this.#pause = 0
  }

  /** Returns the next piece: silence if nothing is spoken. */
  next(): Int16Array {
    const piece = new Int16Array(PIECE)
    if (this.#pause > 0) {
      this.#pause -= 1
      return piece
    }
    if (this.#current === null) {
      this.#current = this.#waiting.shift() ?? null
      this.#at = 0
      if (this.#current === null) return piece
      this.#started(this.#current.text)
    }
    piece.set(this.#current.samples.subarray(this.#at, this.#at + PIECE))
    this.#at += PIECE
    if (this.#at >= this.#current.samples.length) {
      this.#current = null
      this.#at = 0
      this.#pause = PAUSE_PIECES
    }
    return piece
  }

  get mouth(): Mouth {
    return this.#current ? mouthAt(this.#current.mouths, (this.#at / PLAYED_RATE) * 1000) : closed
  }
}

/** After a longer delay than this, what wasn’t sent in time isn’t sent at once. */
const MOST_LATE_PIECES = 8

/** Says how many pieces are due, by the time that has passed: timers are late, and never early. */
export class Pace {
  readonly #now: () => number
  #next: number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#next = now()
  }

  /** Returns how many pieces to send now. A stall delays what follows, because a burst would be dropped. */
  due(): number {
    const now = this.#now()
    const late = Math.floor((now - this.#next) / PIECE_MS) + 1
    if (late > MOST_LATE_PIECES) {
      this.#next = now + PIECE_MS
      return 1
    }
    if (late <= 0) return 0
    this.#next += late * PIECE_MS
    return late
  }
}
