import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useObservable } from '../../../base/useObservable.ts'
import { pageBrand } from '../../../theme/pageBrand.ts'
import { shownMode } from '../../../theme/settings.ts'
import { drawBeforePrinting } from '../printing.ts'
import { DrawingError, drawDiagram, drawnBefore } from './drawing.ts'
import { diagramLook } from './look.ts'
import { type DiagramLook, type DrawnSvg, isDrawable } from './messages.ts'
import { safeSvg } from './safeSvg.ts'

/** Diagrams this close to the viewport are drawn. */
const NEAR = '600px'

/** A diagram as an image of the page. */
export interface DrawnPicture {
  svg: string
  /** The image as a URL. */
  address: string
  width: number
  height: number
  background: string
  /** Drawn for a dark page. */
  dark: boolean
}

interface Result {
  picture?: DrawnPicture | undefined
  error?: DrawingError | undefined
}

/** Draws a diagram once it is near the viewport, and again when the page’s colors change. */
export function useDrawing(
  text: string,
  place: RefObject<HTMLElement | null>,
): Result & { retry: () => void } {
  const look = useLook()
  const [isNear, setNear] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<Result>(() => resultOf(drawnBefore(text, look), look))
  useEffect(() => whenNear(place.current, () => setNear(true)), [place])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt draws again.
  useEffect(() => {
    if (!isNear) return drawBeforePrinting(() => setNear(true))
    if (!isDrawable(text)) return setResult({ error: new DrawingError('tooLong') })
    const abort = new AbortController()
    const settled = Promise.withResolvers<void>()
    const forget = drawBeforePrinting(() => settled.promise)
    drawDiagram(text, look, abort.signal)
      .then(
        (drawn) => abort.signal.aborted || setResult(resultOf(drawn, look)),
        (error) => abort.signal.aborted || setResult({ error }),
      )
      .finally(() => {
        settled.resolve()
        forget()
      })
    return () => {
      abort.abort()
      settled.resolve()
      forget()
    }
  }, [text, look, isNear, attempt])
  return { ...result, retry: () => setAttempt(attempt + 1) }
}

function resultOf(drawn: DrawnSvg | undefined, { colors, dark }: DiagramLook): Result {
  if (!drawn) return {}
  const svg = safeSvg(drawn)
  if (svg === null) return { error: new DrawingError('invalid') }
  const [width, height] = [Math.ceil(drawn.width), Math.ceil(drawn.height)]
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  return { picture: { svg, address, width, height, background: colors.background, dark } }
}

function useLook(): DiagramLook {
  const { mode } = useObservable(shownMode)
  const { brandKey, version } = useObservable(pageBrand)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page’s colors follow from these.
  return useMemo(diagramLook, [mode, brandKey, version])
}

function whenNear(place: Element | null, see: () => void): (() => void) | undefined {
  if (!place) return undefined
  if (typeof IntersectionObserver === 'undefined') {
    see()
    return undefined
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      see()
    },
    { rootMargin: NEAR, scrollMargin: NEAR } as IntersectionObserverInit,
  )
  observer.observe(place)
  return () => observer.disconnect()
}
