import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { usePicture } from '../../../ui/pictures.ts'
import { loadImage } from '../../agentAvatars/loadImage.ts'
import { imageTexts } from './lang/en.ts'
import { drawStrokes, type Stroke } from './mask.ts'

interface Props {
  path: string
  alt: string
  strokes: readonly Stroke[]
  change: (strokes: Stroke[]) => void
  /** Called with the size of the image in pixels, once it is known. */
  onSize: (size: { width: number; height: number }) => void
}

const brushes = { small: 0.04, medium: 0.08, large: 0.16 } as const
type Brush = keyof typeof brushes

/** An image on which a part is selected by drawing over it. */
export function MaskField({ path, alt, strokes, change, onSize }: Props) {
  const t = imageTexts.useText()
  const group = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [brush, setBrush] = useState<Brush>('medium')
  const drawing = useRef(false)
  const { address, failed } = usePicture({ name: path, load: () => loadImage(path) })

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!canvas.current || !context || !size) return
    context.clearRect(0, 0, size.width, size.height)
    context.strokeStyle = getComputedStyle(canvas.current).color
    drawStrokes(context, strokes, size)
  }, [strokes, size])

  const pointIn = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = true
    change([...strokes, { width: brushes[brush], points: [pointIn(event)] }])
  }
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    const last = strokes.at(-1)
    if (!drawing.current || !last) return
    change([...strokes.slice(0, -1), { ...last, points: [...last.points, pointIn(event)] }])
  }
  const end = () => {
    drawing.current = false
  }
  if (failed)
    return (
      <p className="strip w" role="alert">
        {t('failed')}
      </p>
    )
  return (
    <div className="image-mask">
      <div className="image-mask-area">
        {address && (
          <img
            src={address}
            alt={alt}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              setSize({ width, height })
              onSize({ width, height })
            }}
          />
        )}
        {size && (
          <canvas
            ref={canvas}
            width={size.width}
            height={size.height}
            role="img"
            aria-label={t('selection', { alt })}
            onPointerDown={begin}
            onPointerMove={go}
            onPointerUp={end}
            onPointerCancel={end}
          />
        )}
      </div>
      <div className="row image-mask-tools">
        <fieldset className="row">
          <legend className="hidden">{t('brush')}</legend>
          {(Object.keys(brushes) as Brush[]).map((one) => (
            <label key={one} className="row s13">
              <input type="radio" name={group} checked={one === brush} onChange={() => setBrush(one)} />
              {t(`brush.${one}`)}
            </label>
          ))}
        </fieldset>
        <span className="grow" />
        <button
          type="button"
          className="btn soft sm"
          aria-disabled={strokes.length === 0}
          onClick={() => change([])}
        >
          {t('clear')}
        </button>
      </div>
      <p className="hidden" role="status">
        {strokes.length > 0 ? t('selected') : ''}
      </p>
    </div>
  )
}
