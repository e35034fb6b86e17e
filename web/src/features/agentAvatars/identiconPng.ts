import { identiconBox, identiconOf } from './identiconShape.ts'

/** The server stores pictures at this size. */
const SIDE = 256

/** Returns an agent's identicon as a PNG file, in the page's current colors. */
export async function identiconPng(id: string): Promise<File> {
  const { color, quarters } = identiconOf(id)
  const style = getComputedStyle(document.documentElement)
  const shade = (name: string) => style.getPropertyValue(`--${color}-${name}`).trim()
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser doesn’t support drawing on a canvas.')
  pen.fillStyle = shade('lighter')
  pen.fillRect(0, 0, SIDE, SIDE)
  const scale = SIDE / identiconBox.size
  pen.scale(scale, scale)
  pen.translate(-identiconBox.from, -identiconBox.from)
  for (const { x, y, path, tone } of quarters) {
    pen.save()
    pen.translate(x, y)
    pen.fillStyle = shade(tone === 'a' ? 'main' : 'light')
    pen.fill(new Path2D(path))
    pen.restore()
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser couldn’t export the canvas as an image.')
  return new File([blob], 'identicon.png', { type: 'image/png' })
}
