import { memo, useLayoutEffect, useRef } from 'react'
import { setWhenSeen } from './formulaQueue.ts'

/**
 * A formula: its place is kept, and it is set as soon as it is seen and there is time. What is not set stays as it was
 * written. It reads from left to right in every language.
 */
export const Formula = memo(function Formula({ text, display }: { text: string; display: boolean }) {
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => setWhenSeen(place.current!, text, display), [text, display])
  const Tag = display ? 'div' : 'span'
  return (
    // The setter writes into the element by itself: another formula is another element.
    <Tag
      key={text}
      ref={place as never}
      className={display ? 'md-formula display' : 'md-formula'}
      dir="ltr"
      translate="no"
    >
      {text}
    </Tag>
  )
})
