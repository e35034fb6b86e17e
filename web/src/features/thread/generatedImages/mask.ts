/** A line that was drawn on an image, in shares of its width and height. */
export interface Stroke {
  /** The width of the line, as a share of the width of the image. */
  width: number
  points: { x: number; y: number }[]
}

interface Size {
  width: number
  height: number
}

type Context = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'stroke' | 'lineWidth' | 'lineCap' | 'lineJoin'
>

/** Draws strokes with the current color. A single point is a dot. */
export function drawStrokes(context: Context, strokes: readonly Stroke[], { width, height }: Size): void {
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const { width: share, points } of strokes) {
    const [first, ...rest] = points
    if (!first) continue
    context.lineWidth = share * width
    context.beginPath()
    context.moveTo(first.x * width, first.y * height)
    for (const { x, y } of rest.length > 0 ? rest : [first]) context.lineTo(x * width, y * height)
    context.stroke()
  }
}

/** Returns a PNG in base64 that is transparent where the image can change. Null if nothing is selected. */
export function maskOf(strokes: readonly Stroke[], size: Size): string | null {
  if (strokes.length === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillRect(0, 0, size.width, size.height)
  context.globalCompositeOperation = 'destination-out'
  drawStrokes(context, strokes, size)
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
}
