import type { AvatarLook, EndReason, Sentence } from '../messages.ts'
import { expressionAt, Face } from './face.ts'
import type { Peer } from './peer.ts'
import { Pace, Playback } from './playback.ts'
import type { Voice } from './voice.ts'

const PIECES_PER_TICK_MS = 10
const FRAME_MS = 1000 / 15
/** How long the last message to the browser takes. */
const FAREWELL_MS = 100
/** Sentences are computed while so much is still to be heard. */
const AHEAD_MS = 8000
/** What can wait to be spoken, in characters. */
const MOST_WAITING = 40_000

interface Needs {
  voice: Voice
  /** Called when everything has been spoken. */
  quiet(): void
}

/** One person’s avatar: speaks sentences one after another, and moves its face. */
export class Avatar {
  readonly #peer: Peer
  readonly #face: Face
  readonly #voice: Voice
  readonly #quiet: () => void
  readonly #playback = new Playback((text) => this.#peer.tell({ sentence: text }))
  readonly #pace = new Pace()
  readonly #timer: NodeJS.Timeout
  readonly #begun = performance.now()
  #waiting: Sentence[] = []
  #nextFrame = 0
  #turn = 0
  #isComputing = false
  #wasSilent = true

  private constructor(peer: Peer, face: Face, { voice, quiet }: Needs) {
    this.#peer = peer
    this.#face = face
    this.#voice = voice
    this.#quiet = quiet
    this.#timer = setInterval(() => this.#tick(), PIECES_PER_TICK_MS)
  }

  static create = async (peer: Peer, { palette, picture }: AvatarLook, needs: Needs): Promise<Avatar> =>
    new Avatar(peer, await Face.create(palette, picture), needs)

  /** Returns false if too much is waiting already. */
  speak(sentences: readonly Sentence[]): boolean {
    const count = [...this.#waiting, ...sentences].reduce((sum, { text }) => sum + text.length, 0)
    if (count > MOST_WAITING) return false
    this.#waiting.push(...sentences)
    void this.#compute()
    return true
  }

  stop(): void {
    this.#turn += 1
    this.#waiting = []
    this.#playback.stop()
    this.#becomeSilent()
    this.#wasSilent = true
  }

  /** Ends the session, and tells the browser why, if it is still there. */
  end(reason: EndReason): void {
    clearInterval(this.#timer)
    this.#turn += 1
    this.#waiting = []
    this.#peer.tell({ ended: reason })
    setTimeout(() => this.#peer.close(), FAREWELL_MS)
  }

  #becomeSilent(): void {
    this.#peer.tell({ sentence: null })
    this.#quiet()
  }

  /** Computes sentences in time, the first one at once. */
  async #compute(): Promise<void> {
    if (this.#isComputing) return
    this.#isComputing = true
    while (this.#waiting.length > 0 && this.#playback.waitingMs < AHEAD_MS) {
      const turn = this.#turn
      const spoken = await this.#voice.speak(this.#waiting.shift() as Sentence)
      // It may have been stopped meanwhile.
      if (spoken && turn === this.#turn) this.#playback.add(spoken)
    }
    this.#isComputing = false
  }

  #tick(): void {
    for (let due = this.#pace.due(); due > 0; due -= 1) this.#peer.sendAudio(this.#playback.next())
    if (this.#waiting.length > 0) void this.#compute()
    const isSilent = this.#playback.isSilent && this.#waiting.length === 0 && !this.#isComputing
    if (isSilent && !this.#wasSilent) this.#becomeSilent()
    this.#wasSilent = isSilent
    const ms = performance.now() - this.#begun
    if (ms < this.#nextFrame) return
    this.#nextFrame = Math.max(this.#nextFrame + FRAME_MS, ms)
    this.#peer.sendVideo(this.#face.draw(expressionAt(ms, this.#playback.mouth, !isSilent)))
  }
}
