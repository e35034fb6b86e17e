import { beforeEach, describe, expect, it } from 'vitest'
import { Pacer, type Painting } from '../../../ui/pacing.ts'
import { Frames } from './frameBatches.ts'

/** A screen of sixty frames a second, and a page whose changes take as long as is said. */
class Screen implements Painting {
  time = 0
  waiting: (() => void)[] = []
  now = () => this.time
  afterFrame = (callback: () => void) => {
    this.waiting.push(callback)
    return () => {
      this.waiting = this.waiting.filter((one) => one !== callback)
    }
  }
  /** The next frame, and what was asked for after it. */
  frame(): void {
    this.time = (Math.floor(this.time / FRAME_MS + 1e-6) + 1) * FRAME_MS
    for (const callback of this.waiting.splice(0)) callback()
  }
}
const FRAME_MS = 1000 / 60

describe('what comes within a frame', () => {
  let screen: Screen
  let flushed: number[][]
  let cost: number
  let frames: Frames<number>
  beforeEach(() => {
    screen = new Screen()
    flushed = []
    cost = 0
    frames = new Frames<number>((items) => {
      flushed.push(items)
      screen.time += cost
    }, new Pacer(screen))
  })
  /** Something comes in each of so many milliseconds. */
  const run = (ms: number) => {
    const end = screen.time + ms
    while (screen.time < end) {
      frames.push([1])
      screen.frame()
    }
    return flushed.length
  }

  it('is handed on together, in its order', () => {
    frames.push([1, 2])
    frames.push([3])
    expect(flushed).toEqual([])
    screen.frame()
    expect(flushed).toEqual([[1, 2, 3]])
  })

  it('is handed on in every frame while changes are cheap', () => {
    cost = 4
    expect(run(1000)).toBeGreaterThanOrEqual(58)
  })

  it('is handed on less often where a change takes long, so that most of the time is left', () => {
    cost = 45
    const times = run(1000)
    expect(times).toBeGreaterThanOrEqual(4)
    expect(times * cost).toBeLessThan(400)
    // Nothing is lost for it, but what the next change will bring.
    const sum = flushed.flat().length
    frames.flush()
    expect(flushed.flat().length).toBeGreaterThanOrEqual(sum)
  })

  it('waits a quarter of a second at most, however long a change takes', () => {
    cost = 2000
    frames.push([1])
    screen.frame()
    frames.push([2])
    screen.frame()
    const rested = screen.time
    while (flushed.length < 2) screen.frame()
    expect(screen.time - cost - rested).toBeLessThan(300)
  })

  it('is handed on at once when the end asks for it, and not again', () => {
    frames.push([1])
    frames.flush()
    expect(flushed).toEqual([[1]])
    screen.frame()
    screen.frame()
    expect(flushed).toEqual([[1]])
  })

  it('is forgotten when nobody wants it any more', () => {
    frames.push([1])
    frames.drop()
    screen.frame()
    expect(flushed).toEqual([])
    frames.push([2])
    screen.frame()
    expect(flushed).toEqual([[2]])
  })
})
