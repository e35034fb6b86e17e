import { CircleAlert, CircleCheck } from 'lucide-react'
import { formatDate, formatTime } from '../../../lang/format.ts'
import type { KeyTest } from '../data/api.ts'
import { instanceSettingsTexts } from '../lang/en.ts'

/** The result of the last test, with what to do about it. */
export function TestResult({ test }: { test: KeyTest | null }) {
  const t = instanceSettingsTexts.useText()
  if (!test) return <p className="s13 m3">{t('neverTested')}</p>
  const { outcome, milliseconds, at } = test
  const Mark = outcome === 'Ok' ? CircleCheck : CircleAlert
  return (
    <p className="row s13 settings-result" role="status" data-outcome={outcome}>
      <Mark size={16} />
      <span>
        {t(`outcome.${outcome}`, { ms: milliseconds })}{' '}
        <span className="m3">{t('testedAt', { date: formatDate(at), time: formatTime(at) })}</span>
      </span>
    </p>
  )
}
