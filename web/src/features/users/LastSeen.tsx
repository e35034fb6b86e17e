import { formatMoment } from '../../lang/format.ts'
import { usersTexts } from './lang/en.ts'

/** When a user was last seen, or that they never were. */
export function LastSeen({ at }: { at: string | null }) {
  const t = usersTexts.useText()
  if (!at) return <span className="m3">{t('never')}</span>
  return (
    <time className="num m2" dateTime={at}>
      {formatMoment(at)}
    </time>
  )
}
