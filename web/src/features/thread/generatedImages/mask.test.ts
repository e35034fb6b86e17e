import { expect, it } from 'vitest'
import { drawStrokes } from './mask.ts'

it('[R-4-053] strokes are drawn in the size of the image, and a point is a dot', () => {
  const drawn: unknown[] = []
  const context = {
    lineWidth: 0,
    lineCap: 'butt' as CanvasLineCap,
    lineJoin: 'miter' as CanvasLineJoin,
    beginPath: () => drawn.push('begin'),
    moveTo: (x: number, y: number) => drawn.push(['move', x, y]),
    lineTo: (x: number, y: number) => drawn.push(['line', x, y]),
    stroke: () => drawn.push(['stroke', context.lineWidth, context.lineCap]),
  }
  const strokes = [
    { width: 0.1, points: [{ x: 0.5, y: 0.5 }] },
    {
      width: 0.05,
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 0.25 },
      ],
    },
    { width: 0.1, points: [] },
  ]
  drawStrokes(context, strokes, { width: 1000, height: 400 })
  expect(drawn).toEqual([
    'begin',
    ['move', 500, 200],
    ['line', 500, 200],
    ['stroke', 100, 'round'],
    'begin',
    ['move', 0, 0],
    ['line', 1000, 100],
    ['stroke', 50, 'round'],
  ])
})
