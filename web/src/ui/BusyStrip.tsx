import { Hourglass, WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useObservable } from '../base/useObservable.ts'
import { busy } from '../transport/busy.ts'
import { uiTexts } from './lang/en.ts'

const online = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Unobtrusive strips for calls waiting for a busy server, and for a lost connection. */
export function BusyStrip({ offline }: { offline?: string }) {
  const t = uiTexts.useText()
  const { waiting, retryAt } = useObservable(busy)
  const connected = useSyncExternalStore(online, () => navigator.onLine)
  const seconds = useSecondsUntil(waiting > 0 ? retryAt : 0)
  return (
    <div className="strips" role="status">
      {!connected && (
        <p className="strip w">
          <WifiOff size={16} />
          {offline ?? t('offline')}
        </p>
      )}
      {waiting > 0 && (
        <p className="strip info">
          <Hourglass size={16} />
          {/* Announced once per wait, so screen readers don't repeat it every second. */}
          <span className="hidden">{t('busyNow')}</span>
          <span aria-hidden="true">{seconds > 0 ? t('busy', { count: seconds }) : t('busyNow')}</span>
        </p>
      )}
    </div>
  )
}

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (time === 0) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [time])
  return time === 0 ? 0 : Math.max(0, Math.ceil((time - now) / 1000))
}
