import { saveFile } from '../../files/saveFile.ts'

/** Pixels per pixel of the page, so that a picture is sharp in a document. */
const SCALE = 2
/** Browsers refuse larger canvases. */
const MAX_SIDE = 8000

interface Picture {
  /** A safe SVG image. */
  svg: string
  width: number
  height: number
  background: string
}

/** Adds the background of the page, without which a dark diagram can’t be read elsewhere. */
export function withBackground({ svg, background }: Pick<Picture, 'svg' | 'background'>): string {
  const end = svg.indexOf('>') + 1
  const [x = '0', y = '0', width = '100%', height = '100%'] =
    / viewBox="([\d\s.,-]+)"/
      .exec(svg.slice(0, end))?.[1]
      ?.trim()
      .split(/[\s,]+/) ?? []
  const rect = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${background}"/>`
  return `${svg.slice(0, end)}${rect}${svg.slice(end)}`
}

export function saveSvg(picture: Picture, name: string): void {
  saveFile(new Blob([withBackground(picture)], { type: 'image/svg+xml' }), `${name}.svg`)
}

/** Draws the image on a canvas and saves that. Rejects if the browser can’t. */
export async function savePng(picture: Picture, name: string): Promise<void> {
  const image = new Image()
  // A data URL: with others, some browsers don’t let us read a canvas that HTML was drawn on.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withBackground(picture))}`
  await image.decode()
  const scale = Math.min(SCALE, MAX_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The picture is too large.')
  saveFile(blob, `${name}.png`)
}
