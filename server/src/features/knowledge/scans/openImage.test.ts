import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openImage } from './openImage.ts'

const QUARTER_TURN = 6

test('a turned photo is enlarged as much as one that isn’t', async () => {
  const photo = sharp({ create: { width: 600, height: 200, channels: 3, background: '#fff' } })
  const bytes = await photo.jpeg().withMetadata({ orientation: QUARTER_TURN }).toBuffer()
  const { width, height } = await sharp(await (await openImage(bytes)).draw(1)).metadata()
  expect([width, height]).toEqual([600, 1800])
})
