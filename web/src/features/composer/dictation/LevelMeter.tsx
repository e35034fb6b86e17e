import { useEffect, useRef, useState } from 'react'
import { dictationTexts } from './lang/en.ts'

/** How often the meter moves. */
const METER_MS = 80

/** Shows how loud it is, from 0 to 1. While that isn’t known, it isn’t shown. */
export function LevelMeter({ level }: { level: () => number | null }) {
  const t = dictationTexts.useText()
  const meter = useRef<HTMLMeterElement>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => {
      const now = level()
      setShown(now !== null)
      if (meter.current && now !== null) meter.current.value = now
    }, METER_MS)
    return () => clearInterval(timer)
  }, [level])
  return <meter ref={meter} hidden={!isShown} min={0} max={1} aria-label={t('level')} />
}
