import { type ReactNode, useLayoutEffect, useRef } from 'react'
import './edit.css'

interface Props {
  className?: string
  label?: string
  children: ReactNode
}

/** The bar at the bottom of an edit page. Toasts appear above it, however high it is. */
export function SaveArea({ className = '', label, children }: Props) {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const area = ref.current
    if (!area) return
    const { style } = document.documentElement
    const sizes = new ResizeObserver(() => style.setProperty('--save-area', `${area.offsetHeight}px`))
    sizes.observe(area)
    return () => {
      sizes.disconnect()
      style.removeProperty('--save-area')
    }
  }, [])
  return (
    <section ref={ref} className={`save-area ${className}`} aria-label={label}>
      {children}
    </section>
  )
}
