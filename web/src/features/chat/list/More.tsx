import { useEffect, useRef } from 'react'

interface Props {
  load: () => void
  loading: boolean
  text: string
}

/** Loads the next page when the end of the list comes into view. */
export function More({ load, loading, text }: Props) {
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        if (!loading && entries.some((entry) => entry.isIntersecting)) load()
      },
      { rootMargin: '400px' },
    )
    seen.observe(end.current!)
    return () => seen.disconnect()
  }, [load, loading])
  return (
    <p ref={end} className="grp">
      {text}
    </p>
  )
}
