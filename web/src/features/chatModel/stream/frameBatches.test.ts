import { beforeEach, describe, expect, it } from 'vitest'
import { Pacer, type Painting } from '../../../ui/pacing.ts'
import { Frames } from './frameBatches.ts'

/** A screen with 60 frames a second, and a page whose updates take a given time. */
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
  /** Advances to the next frame and runs the scheduled callbacks. */
  frame(): void {
    this.time = (Math.floor(this.time / FRAME_MS + 1e-6) + 1) * FRAME_MS
    for (const callback of this.waiting.splice(0)) callback()
  }
}
const FRAME_MS = 1000 / 60

describe('events within a frame', () => {
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
  /** Pushes one item per millisecond. */
  const run = (ms: number) => {
    const end = screen.time + ms
    while (screen.time < end) {
      frames.push([1])
      screen.frame()
    }
    return flushed.length
  }

  it('are passed on together, in order', () => {
    frames.push([1, 2])
    frames.push([3])
    expect(flushed).toEqual([])
    screen.frame()
    expect(flushed).toEqual([[1, 2, 3]])
  })

  it('are passed on in every frame while updates are cheap', () => {
    cost = 4
    expect(run(1000)).toBeGreaterThanOrEqual(58)
  })

  it('are passed on less often if updates are slow, so most of the time stays free', () => {
    cost = 45
    const times = run(1000)
    expect(times).toBeGreaterThanOrEqual(4)
    expect(times * cost).toBeLessThan(400)
    // Nothing is lost, apart from what the next update delivers.
    const sum = flushed.flat().length
    frames.flush()
    expect(flushed.flat().length).toBeGreaterThanOrEqual(sum)
  })

  it('wait a quarter of a second at most, however slow an update is', () => {
    cost = 2000
    frames.push([1])
    screen.frame()
    frames.push([2])
    screen.frame()
    const rested = screen.time
    while (flushed.length < 2) screen.frame()
    expect(screen.time - cost - rested).toBeLessThan(300)
  })

  it('are passed on immediately by a flush, and only once', () => {
    frames.push([1])
    frames.flush()
    expect(flushed).toEqual([[1]])
    screen.frame()
    screen.frame()
    expect(flushed).toEqual([[1]])
  })

  it('are discarded by a drop', () => {
    frames.push([1])
    frames.drop()
    screen.frame()
    expect(flushed).toEqual([])
    frames.push([2])
    screen.frame()
    expect(flushed).toEqual([[2]])
  })
})
