import { type ThemeMode, theme } from '@parlance/contract/theme/theme'
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { BrandLook } from '../brandForm.ts'

interface Props {
  look: BrandLook
  mode: ThemeMode
  direction: 'ltr' | 'rtl'
  /** The size of the screen's layout. It is scaled to the available width. */
  width: number
  height: number
  children: ReactNode
}

/** A scaled-down screen with the look's variables. It uses the real markup and style sheets. */
export function PreviewFrame({ look, mode, direction, width, height, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const scale = useScale(frame, width)
  const style = useMemo(() => variables(look, mode), [look, mode])
  return (
    <div
      ref={frame}
      className="preview-frame"
      data-mode={mode}
      style={{ blockSize: height * scale, maxInlineSize: width }}
    >
      <div
        className="preview"
        dir={direction}
        lang={direction === 'rtl' ? 'ar' : 'en'}
        data-theme={mode}
        style={{ ...style, inlineSize: width, blockSize: height, transform: `scale(${scale})` }}
      >
        {children}
      </div>
    </div>
  )
}

function variables(look: BrandLook, mode: ThemeMode): CSSProperties {
  const { 'color-scheme': colorScheme, ...tokens } = theme(look, mode)
  const named = Object.entries(tokens).map(([name, value]) => [`--${name}`, value])
  return { ...Object.fromEntries(named), colorScheme }
}

function useScale(frame: React.RefObject<HTMLDivElement | null>, width: number): number {
  const [scale, setScale] = useState(1)
  useEffect(() => {
    const element = frame.current!
    const measure = () => setScale(Math.min(1, element.clientWidth / width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, width])
  return scale
}
