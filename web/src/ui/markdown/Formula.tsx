import { memo, useLayoutEffect, useRef } from 'react'
import { setWhenSeen } from './formulaQueue.ts'

/**
 * A formula. Its space is reserved, and it is typeset once it is visible and there is time. Until then, its
 * source is shown. Formulas are left-to-right in every language.
 */
export const Formula = memo(function Formula({ text, display }: { text: string; display: boolean }) {
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => setWhenSeen(place.current!, text, display), [text, display])
  const Tag = display ? 'div' : 'span'
  return (
    // The typesetter writes into the element directly, so another formula needs another element.
    <Tag
      key={text}
      ref={place as never}
      className={display ? 'md-formula display' : 'md-formula'}
      dir="ltr"
      translate="no"
      data-copied={display ? `$$${text}$$` : `$${text}$`}
    >
      {text}
    </Tag>
  )
})
