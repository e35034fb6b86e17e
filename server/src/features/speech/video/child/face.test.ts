import sharp from 'sharp'
import { expect, test } from 'vitest'
import { expressionAt, Face } from './face.ts'
import { HEIGHT, mouthPlace, WIDTH } from './portrait.ts'

const palette = { light: '#b7a0f5', main: '#6a3de0', dark: '#4a23af', darker: '#24105e' }
const still = { eyesShut: 0, tilt: 0, x: 0, y: 0 }
const closed = { ...still, mouth: { open: 0, wide: 0 } }

/** Returns the rows and columns in which two frames differ. */
function differing(one: Uint8ClampedArray, other: Uint8ClampedArray) {
  const points = [...Array(WIDTH * HEIGHT).keys()].filter((at) => Math.abs(one[at]! - other[at]!) > 2)
  return points.map((at) => ({ x: at % WIDTH, y: Math.floor(at / WIDTH) }))
}

test('a frame has the size of video, and only the mouth moves with a sound', async () => {
  const face = await Face.create(palette, null)
  const before = face.draw(closed).slice()
  expect(before.length).toBe((WIDTH * HEIGHT * 3) / 2)
  const moved = differing(before, face.draw({ ...still, mouth: { open: 1, wide: 0 } }))
  expect(moved.length).toBeGreaterThan(100)
  const { left, top, width, height } = mouthPlace
  expect(moved.every(({ x, y }) => x >= left && x < left + width && y >= top && y < top + height)).toBe(true)
  expect(differing(before, face.draw(closed))).toEqual([])
})

test('the brand’s picture hangs on the wall', async () => {
  const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#0b7a64' } })
    .webp()
    .toBuffer()
  const plain = (await Face.create(palette, null)).draw(closed).slice()
  const branded = (await Face.create(palette, picture)).draw(closed)
  expect(differing(plain, branded).length).toBeGreaterThan(2000)
})

test('a face blinks now and then, and always moves a little', () => {
  const looks = [...Array(600).keys()].map((at) => expressionAt(at * 66, { open: 0, wide: 0 }, false))
  const shut = looks.filter(({ eyesShut }) => eyesShut > 0.5).length
  expect(shut).toBeGreaterThan(5)
  expect(shut).toBeLessThan(60)
  expect(new Set(looks.map(({ x }) => x.toFixed(3))).size).toBeGreaterThan(100)
  expect(Math.max(...looks.map(({ tilt }) => Math.abs(tilt)))).toBeLessThan(0.05)
})
