import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Mouth } from './mouth.ts'
import {
  EYE_STEPS,
  eyesPlace,
  eyesSvg,
  HEIGHT,
  headSvg,
  mouthPlace,
  mouthsSvg,
  OPEN_STEPS,
  type Palette,
  type Place,
  picturePlace,
  sceneSvg,
  WIDE_STEPS,
  WIDTH,
} from './portrait.ts'

sharp.concurrency(1)
sharp.cache(false)

/** A picture in the colors of video, multiplied by its opacity: Y, U, V, and opacity, for each point. */
interface Layer {
  width: number
  height: number
  points: Float32Array
}

/** The movable part of the picture: the head, with a margin for its movement. */
const head: Place = { left: 76, top: 14, width: 168, height: 192 }
/** The point that the head turns around. */
const NECK = { x: 160, y: 190 }
const CHANNELS = 4

async function drawn(svg: string): Promise<Layer> {
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return layerOf(data, info)
}

/** BT.601, in the limited range that video uses. */
function layerOf(data: Uint8Array, { width, height }: { width: number; height: number }): Layer {
  const points = new Float32Array(data.length)
  for (let at = 0; at < data.length; at += CHANNELS) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    const opacity = (data[at + 3] ?? 0) / 255
    points[at] = (16 + 0.2568 * r + 0.5041 * g + 0.0979 * b) * opacity
    points[at + 1] = (128 - 0.1482 * r - 0.291 * g + 0.4392 * b) * opacity
    points[at + 2] = (128 + 0.4392 * r - 0.3678 * g - 0.0714 * b) * opacity
    points[at + 3] = opacity
  }
  return { width, height, points }
}

/** Puts a part of a layer onto another one. */
function put(onto: Layer, from: Layer, source: Place, at: { left: number; top: number }): void {
  for (let y = 0; y < source.height; y += 1) {
    let read = ((source.top + y) * from.width + source.left) * CHANNELS
    let write = ((at.top + y) * onto.width + at.left) * CHANNELS
    for (let x = 0; x < source.width; x += 1) {
      const rest = 1 - (from.points[read + 3] as number)
      for (let channel = 0; channel < CHANNELS; channel += 1)
        onto.points[write + channel] =
          (from.points[read + channel] as number) + (onto.points[write + channel] as number) * rest
      read += CHANNELS
      write += CHANNELS
    }
  }
}

const cut = (from: Layer, place: Place): Layer => {
  const points = new Float32Array(place.width * place.height * CHANNELS)
  for (let y = 0; y < place.height; y += 1) {
    const start = ((place.top + y) * from.width + place.left) * CHANNELS
    points.set(from.points.subarray(start, start + place.width * CHANNELS), y * place.width * CHANNELS)
  }
  return { width: place.width, height: place.height, points }
}

/** The parts that every face shares. */
interface Parts {
  head: Layer
  mouths: Layer
  eyes: Layer
}
let parts: Promise<Parts> | null = null

async function drawParts(): Promise<Parts> {
  const [whole, mouths, eyes] = await Promise.all([drawn(headSvg()), drawn(mouthsSvg()), drawn(eyesSvg())])
  return { head: cut(whole, head), mouths, eyes }
}

/** How the face looks at a moment. */
export interface Expression {
  mouth: Mouth
  /** From 0 for open to 1 for closed. */
  eyesShut: number
  /** In radians, and in points of the video. */
  tilt: number
  x: number
  y: number
}

/** Scenes by how they look. Drawing one for each session would take memory that the system gives back late. */
const scenes = new Map<string, Promise<Layer>>()
const MOST_SCENES = 16

function sceneOf(palette: Palette, picture: Uint8Array | null): Promise<Layer> {
  const key = createHash('sha256')
    .update(JSON.stringify(palette))
    .update(picture ?? '')
    .digest('hex')
  const known = scenes.get(key)
  if (known) return known
  const [oldest] = scenes.keys()
  if (oldest !== undefined && scenes.size >= MOST_SCENES) scenes.delete(oldest)
  const created = drawScene(palette, picture)
  scenes.set(key, created)
  created.catch(() => scenes.delete(key))
  return created
}

async function drawScene(palette: Palette, picture: Uint8Array | null): Promise<Layer> {
  const scene = await drawn(sceneSvg(palette, picture !== null))
  if (!picture) return scene
  const { width, height } = picturePlace
  const round = Buffer.from(
    `<svg width="${width}" height="${height}"><circle cx="${width / 2}" cy="${height / 2}" r="${width / 2}" fill="#fff"/></svg>`,
  )
  const { data, info } = await sharp(picture, { limitInputPixels: 4_000_000, failOn: 'error' })
    .resize(width, height, { fit: 'cover' })
    .ensureAlpha()
    .composite([{ input: round, blend: 'dest-in' }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  put(scene, layerOf(data, info), { left: 0, top: 0, width, height }, picturePlace)
  return scene
}

/** Where a head is put together. One is drawn at a time, so all faces share it. */
const assembled: Layer = {
  width: head.width,
  height: head.height,
  points: new Float32Array(head.width * head.height * CHANNELS),
}

/** Draws the frames of one face. */
export class Face {
  readonly #scene: Layer
  readonly #parts: Parts
  readonly #frame = new Uint8ClampedArray((WIDTH * HEIGHT * 3) / 2)

  private constructor(scene: Layer, own: Parts) {
    this.#scene = scene
    this.#parts = own
    this.#writeScene()
  }

  /** `picture` is the brand’s avatar, which hangs on the wall. */
  static async create(palette: Palette, picture: Uint8Array | null): Promise<Face> {
    parts ??= drawParts()
    const [scene, own] = await Promise.all([sceneOf(palette, picture), parts])
    return new Face(scene, own)
  }

  /** Returns a frame in I420. It is valid until the next one is drawn. */
  draw({ mouth, eyesShut, tilt, x, y }: Expression): Uint8ClampedArray {
    const { head: bare, mouths, eyes } = this.#parts
    assembled.points.set(bare.points)
    const within = ({ left, top }: Place) => ({ left: left - head.left, top: top - head.top })
    const open = step(mouth.open, OPEN_STEPS)
    const wide = step((mouth.wide + 1) / 2, WIDE_STEPS)
    const { width, height } = mouthPlace
    put(assembled, mouths, { left: wide * width, top: open * height, width, height }, within(mouthPlace))
    const shut = step(eyesShut, EYE_STEPS)
    put(assembled, eyes, { ...eyesPlace, left: 0, top: shut * eyesPlace.height }, within(eyesPlace))
    this.#writeHead(tilt, x, y)
    return this.#frame
  }

  #writeScene(): void {
    const { points } = this.#scene
    for (let at = 0; at < WIDTH * HEIGHT; at += 1) this.#frame[at] = points[at * CHANNELS] as number
    const chroma = WIDTH * HEIGHT
    const count = chroma / 4
    for (let at = 0; at < count; at += 1) {
      const row = Math.floor(at / (WIDTH / 2)) * 2
      const from = (row * WIDTH + (at % (WIDTH / 2)) * 2) * CHANNELS
      this.#frame[chroma + at] = points[from + 1] as number
      this.#frame[chroma + count + at] = points[from + 2] as number
    }
  }

  /** Writes the head, turned and moved, over the scene. */
  #writeHead(tilt: number, dx: number, dy: number): void {
    const { points, width, height } = assembled
    const scene = this.#scene.points
    const frame = this.#frame
    const [sin, cos] = [Math.sin(-tilt), Math.cos(-tilt)]
    const chroma = WIDTH * HEIGHT
    const count = chroma / 4
    for (let y = head.top; y < head.top + height; y += 1)
      for (let x = head.left; x < head.left + width; x += 1) {
        // The point of the unmoved head that is shown here.
        const [rx, ry] = [x - dx - NECK.x, y - dy - NECK.y]
        const fx = rx * cos - ry * sin + NECK.x - head.left
        const fy = rx * sin + ry * cos + NECK.y - head.top
        const x0 = Math.floor(fx)
        const y0 = Math.floor(fy)
        const at = y * WIDTH + x
        const isColored = (x & 1) === 0 && (y & 1) === 0
        const color = chroma + (y >> 1) * (WIDTH / 2) + (x >> 1)
        if (x0 < 0 || y0 < 0 || x0 >= width - 1 || y0 >= height - 1) {
          frame[at] = scene[at * CHANNELS] as number
          if (isColored) {
            frame[color] = scene[at * CHANNELS + 1] as number
            frame[color + count] = scene[at * CHANNELS + 2] as number
          }
          continue
        }
        const [sx, sy] = [fx - x0, fy - y0]
        const a = (y0 * width + x0) * CHANNELS
        const c = a + width * CHANNELS
        const [wa, wb, wc, wd] = [(1 - sx) * (1 - sy), sx * (1 - sy), (1 - sx) * sy, sx * sy]
        const mixed = (channel: number): number =>
          (points[a + channel] as number) * wa +
          (points[a + CHANNELS + channel] as number) * wb +
          (points[c + channel] as number) * wc +
          (points[c + CHANNELS + channel] as number) * wd
        const rest = 1 - mixed(3)
        frame[at] = mixed(0) + (scene[at * CHANNELS] as number) * rest
        if (isColored) {
          frame[color] = mixed(1) + (scene[at * CHANNELS + 1] as number) * rest
          frame[color + count] = mixed(2) + (scene[at * CHANNELS + 2] as number) * rest
        }
      }
  }
}

const step = (share: number, steps: number): number =>
  Math.max(0, Math.min(steps - 1, Math.round(share * (steps - 1))))

const BLINK_MS = 260
const BETWEEN_BLINKS_MS = 3700

/** Returns how a face looks at a time: it blinks, and moves slightly, more while it speaks. */
export function expressionAt(ms: number, mouth: Mouth, isSpeaking: boolean): Expression {
  const since = (ms + 1700 * Math.sin(Math.floor(ms / BETWEEN_BLINKS_MS) * 2.1)) % BETWEEN_BLINKS_MS
  const eyesShut = since >= 0 && since < BLINK_MS ? 1 - Math.abs(since / (BLINK_MS / 2) - 1) : 0
  const liveliness = isSpeaking ? 1 : 0.45
  return {
    mouth,
    eyesShut,
    tilt: liveliness * (0.018 * Math.sin(ms / 1310) + 0.01 * Math.sin(ms / 617)),
    x: liveliness * (1.6 * Math.sin(ms / 1730) + 0.8 * Math.sin(ms / 590)),
    y: liveliness * (0.9 * Math.sin(ms / 1130) + (isSpeaking ? mouth.open * 1.2 : 0)),
  }
}
