import type { DiagramLook, DrawnSvg, DrawRequest, FrameAnswer } from './messages.ts'
import { isQuick, readAnswer } from './messages.ts'

/** A diagram that takes longer is given up. */
const DRAW_MS = 10_000
/** For the first load of the frame on a slow connection. */
const LOAD_MS = 30_000
/** How long an idle frame is kept for the next diagram. */
const IDLE_MS = 20_000
const MOST_CACHED_LENGTH = 5_000_000

/** Why a diagram isn’t drawn: it is wrong or too long, it takes too long, or the frame doesn’t load. */
export class DrawingError extends Error {
  readonly reason: 'invalid' | 'tooLong' | 'slow' | 'unavailable'

  constructor(reason: DrawingError['reason'], message = '') {
    super(message)
    this.reason = reason
  }
}

/** Errors after which the frame can draw the next diagram. */
const harmless = new Set<DrawingError['reason']>(['invalid', 'tooLong'])

interface Job {
  text: string
  look: DiagramLook
  signal: AbortSignal
  resolve: (drawn: DrawnSvg) => void
  reject: (error: unknown) => void
}

const waiting: Job[] = []
let running = false
let frame: Frame | null = null
let idle: ReturnType<typeof setTimeout> | undefined
let lastId = 0

const cache = new Map<string, DrawnSvg>()
const keyOf = (text: string, look: DiagramLook): string => `${JSON.stringify(look)}\n${text}`

/** Returns a diagram that was drawn before with this look. */
export const drawnBefore = (text: string, look: DiagramLook): DrawnSvg | undefined =>
  cache.get(keyOf(text, look))

/** Draws a diagram in its turn. A page has one frame, which draws one diagram at a time. */
export function drawDiagram(text: string, look: DiagramLook, signal: AbortSignal): Promise<DrawnSvg> {
  const before = drawnBefore(text, look)
  if (before) return Promise.resolve(before)
  return new Promise((resolve, reject) => {
    waiting.push({ text, look, signal, resolve, reject })
    void work()
  })
}

async function work(): Promise<void> {
  if (running) return
  running = true
  clearTimeout(idle)
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    if (job.signal.aborted) continue
    try {
      frame ??= openFrame()
      const drawn = await frame.draw(job)
      remember(keyOf(job.text, job.look), drawn)
      job.resolve(drawn)
    } catch (error) {
      // Whatever the frame is still busy with ends with it.
      if (!(error instanceof DrawingError) || !harmless.has(error.reason)) closeFrame()
      job.reject(error)
    }
  }
  running = false
  idle = setTimeout(closeFrame, IDLE_MS)
}

function remember(key: string, drawn: DrawnSvg): void {
  cache.delete(key)
  cache.set(key, drawn)
  let length = [...cache.values()].reduce((sum, { svg }) => sum + svg.length, 0)
  for (const [oldest, { svg }] of cache) {
    if (length <= MOST_CACHED_LENGTH) return
    cache.delete(oldest)
    length -= svg.length
  }
}

function closeFrame(): void {
  frame?.close()
  frame = null
}

interface Frame {
  draw(job: Pick<Job, 'text' | 'look'>): Promise<DrawnSvg>
  close(): void
}

function openFrame(): Frame {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts')
  element.setAttribute('aria-hidden', 'true')
  element.title = 'Diagram'
  element.tabIndex = -1
  element.className = 'md-diagram-frame'
  element.src = '/frames/diagram.html'
  let answered: (answer: FrameAnswer) => void = () => {}
  const listen = ({ source, data }: MessageEvent) => {
    if (source !== element.contentWindow || source === null) return
    const answer = readAnswer(data)
    if (answer) answered(answer)
  }
  addEventListener('message', listen)
  const within = <T>(
    ms: number,
    reason: DrawingError['reason'],
    take: (answer: FrameAnswer) => T | undefined,
  ) =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new DrawingError(reason)), ms)
      answered = (answer) => {
        try {
          const taken = take(answer)
          if (taken === undefined) return
          resolve(taken)
        } catch (error) {
          reject(error)
        }
        clearTimeout(timer)
      }
    })
  const ready = within(LOAD_MS, 'unavailable', (answer) => (answer.kind === 'ready' ? answer : undefined))
  document.body.append(element)
  return {
    async draw({ text, look }) {
      const { isolated } = await ready
      if (!isolated && !isQuick(text)) throw new DrawingError('tooLong')
      const id = ++lastId
      const drawn = within(DRAW_MS, 'slow', (answer) => {
        if (answer.kind === 'ready' || answer.id !== id) return undefined
        if (answer.kind === 'failed') throw new DrawingError('invalid', answer.reason)
        return { svg: answer.svg, width: answer.width, height: answer.height }
      })
      // The frame’s origin is opaque, so it has no name that could be given here.
      element.contentWindow?.postMessage({ id, text, look } satisfies DrawRequest, '*')
      return drawn
    },
    close() {
      removeEventListener('message', listen)
      element.remove()
    },
  }
}
